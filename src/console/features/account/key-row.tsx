import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { ApiKey } from '../../api/types.ts';
import { formatNumber, formatTime } from '../../state/format.ts';
import { formatRelative } from '../../state/format-relative.ts';
import { isAccountLocked } from '../../state/session.ts';
import { appsText } from '../../text/apps.ts';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { AppSettings } from './app-settings.tsx';
import { ConfirmInPlace } from './confirm-in-place.tsx';

interface KeyRowProps {
  readonly item: ApiKey;
  /** Null unless it was made just now. */
  readonly value: string | null;
  readonly onRotate: () => Promise<void>;
  readonly onWithdraw: () => Promise<void>;
}

export function KeyRow({ item, value, onRotate, onWithdraw }: KeyRowProps) {
  const words = appsText.value;
  const isOpen = useSignal(false);
  const settings = useId();
  const { label } = item;
  const isPast = item.expires_at !== null && Date.parse(item.expires_at) <= Date.now();
  // A new key shows its settings beside its value.
  const hasSettings = item.scopes.includes('upload') && !isPast && value === null;
  return (
    <li class="account-row apps-row">
      <Icon name="lock" />
      <KeyFacts item={item} isPast={isPast} />
      <div class="account-actions apps-actions">
        {hasSettings && (
          <Button
            aria-label={words.setUpNamed(label)}
            aria-expanded={isOpen.value}
            aria-controls={settings}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {words.setUp}
          </Button>
        )}
        {!isPast && !isAccountLocked.value && (
          <ConfirmInPlace
            label={words.rotate}
            description={words.rotateNamed(label)}
            question={words.rotateQuestion}
            action={words.rotate}
            onConfirm={onRotate}
          />
        )}
        {!isAccountLocked.value && (
          <ConfirmInPlace
            label={words.revoke}
            description={words.revokeNamed(label)}
            question={words.revokeQuestion}
            action={words.revoke}
            onConfirm={onWithdraw}
          />
        )}
      </div>
      <div id={settings} class="apps-settings-place">
        {hasSettings && isOpen.value && <AppSettings item={item} value={null} />}
      </div>
    </li>
  );
}

function KeyFacts({ item, isPast }: { readonly item: ApiKey; readonly isPast: boolean }) {
  const words = appsText.value;
  const { common } = text.value;
  const { label, start, scopes, visibility, created_at: created, expires_at: end } = item;
  const { last_used_at: used, requests_per_minute: rate } = item;
  const rights = [
    ...scopes.map((scope) => words.scopeMarks[scope]),
    ...(visibility === null ? [] : [common[visibility]]),
    ...(rate === null ? [] : [words.limit(formatNumber(rate))]),
  ];
  const times = [
    words.created(formatRelative(created)),
    used === null ? words.neverUsed : words.lastUsed(formatRelative(used)),
    ...(end === null || isPast ? [] : [words.expires(formatTime(end, { dateStyle: 'medium' }))]),
  ];
  return (
    <div class="account-row-text">
      <h3>
        {label} {isPast && <span class="account-mark">{words.expired}</span>}
      </h3>
      <p>
        <code>{start}</code> {' · '} {rights.join(' · ')}
      </p>
      <p class="account-soft">{times.join(' · ')}</p>
    </div>
  );
}
