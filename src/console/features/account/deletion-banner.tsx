import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { formatDuration, formatTime } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { readSession } from '../../state/session.ts';
import { lockText } from '../../text/lock.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { DOWNLOAD } from '../../widgets/rare-icons.ts';
import './deletion-banner.css';

const TICK_MS = 15_000;
const MINUTE_MS = 60_000;

export function DeletionBanner() {
  const lock = lockText.value;
  const { value: profile, reload } = useResource((signal) =>
    call(api.GET('/api/v1/user/profile', { signal })),
  );
  const now = useSignal(Date.now());
  useEffect(() => {
    const tick = setInterval(() => {
      now.value = Date.now();
    }, TICK_MS);
    const look = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, MINUTE_MS);
    return () => {
      clearInterval(tick);
      clearInterval(look);
    };
  }, [now, reload]);
  useSignalEffect(() => {
    const status = profile.value?.status ?? 'pending_deletion';
    if (status !== 'pending_deletion') void readSession();
  });
  const dueAt = profile.value?.deletion_due_at ?? null;
  const leftMs = dueAt === null ? null : Math.max(0, new Date(dueAt).getTime() - now.value);
  return (
    <section class="deletion-banner" aria-labelledby="deletion-banner-title">
      <Icon name="warning" />
      <div class="deletion-banner-text">
        <h2 id="deletion-banner-title">
          {leftMs === null || dueAt === null
            ? lock.title
            : leftMs < MINUTE_MS
              ? lock.titleNow
              : lock.titleIn(formatDuration(roundUp(leftMs), 'long'), formatTime(dueAt))}
        </h2>
        <p>{lock.possible}</p>
        <p>{lock.cancel}</p>
      </div>
      <LinkButton href="/account/takeout" icon={DOWNLOAD}>
        {lock.takeout}
      </LinkButton>
    </section>
  );
}

/** Whole minutes: changing seconds would distract. */
function roundUp(ms: number): number {
  return Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
}
