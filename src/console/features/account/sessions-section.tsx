import { useLocation } from 'preact-iso/router';
import { useRef } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import { findOthers, ownFirst } from './model/sign-ins.ts';
import { nameBrowser } from './model/name-browser.ts';
import { endAll, endDevice, endSignIn, readSignIns } from './model/end-sign-ins.ts';
import type { DeviceIdentity, Session } from '../../api/types.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatTime } from '../../state/format.ts';
import { formatRelative } from '../../state/format-relative.ts';
import { text } from '../../text/language.ts';
import { accountText } from '../../text/account.ts';
import { useResource } from '../../state/resource.ts';
import { signOut } from '../../state/session.ts';
import { Icon } from '../../widgets/icon.tsx';
import { ErrorState } from '../../widgets/states.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { ConfirmInPlace } from './confirm-in-place.tsx';
import { LoadingLine } from './loading-line.tsx';
import { DEVICE } from '../../widgets/rare-icons.ts';

export function SessionsSection() {
  const { sessions: words } = accountText.value;
  const { value, error, reload } = useResource(readSignIns);
  const { route } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const signIns = value.value;
  useFocusFallback(() => heading.current);
  if (signIns === undefined) {
    return error.value === null ? (
      <LoadingLine />
    ) : (
      <ErrorState error={error.value} onRetry={reload} />
    );
  }
  const end = async (action: () => Promise<void>, done?: string): Promise<void> => {
    try {
      await action();
      if (done === undefined) return route(PAGES.start);
      showToast({ message: done });
    } catch (reason) {
      showToast({ message: explainError(reason), kind: 'failure' });
    }
    reload();
  };
  const others = findOthers(signIns);
  const otherCount = others.sessionIds.length + others.deviceIds.length;
  return (
    <>
      <section class="card account-list-card" aria-labelledby="account-sessions">
        <header class="account-list-header">
          <h2 id="account-sessions" ref={heading} tabIndex={-1}>
            {words.title}
          </h2>
          {otherCount > 0 && (
            <ConfirmInPlace
              label={words.endOthers}
              question={words.endOthersQuestion(others.sessionIds.length, others.deviceIds.length)}
              action={words.endOthers}
              onConfirm={() => end(() => endAll(others), words.othersEnded)}
            />
          )}
        </header>
        <ul class="account-list">
          {ownFirst(signIns.sessions).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() =>
                session.current ? end(signOut) : end(() => endSignIn(session.id), words.ended)
              }
            />
          ))}
        </ul>
        {otherCount === 0 && <p class="account-soft">{words.noOthers}</p>}
      </section>
      {signIns.devices.length > 0 && (
        <section class="card account-list-card" aria-labelledby="account-devices">
          <h2 id="account-devices">{words.devices}</h2>
          <p class="account-soft">{words.devicesHint}</p>
          <ul class="account-list">
            {ownFirst(signIns.devices).map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                onEnd={() => end(() => endDevice(device.id), words.deviceEnded)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly onEnd: () => Promise<void>;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { common } = text.value;
  const account = accountText.value;
  const { sessions: words } = account;
  const { current, created_at: createdAt } = session;
  const name = describeSession(session);
  const since = words.since(formatRelative(createdAt));
  return (
    <li class="account-row" data-current={current}>
      <Icon name={session.kind === 'web' ? 'globe' : DEVICE} />
      <div class="account-row-text">
        <h3>
          {name} {current && <span class="account-mark">{words.thisOne}</span>}
        </h3>
        <p class="account-soft">
          <LastUse session={session} />
          {' · '}
          <time datetime={createdAt} title={formatTime(createdAt)}>
            {since}
          </time>
          {' · '}
          {words.until(formatTime(session.expires_at, { dateStyle: 'medium' }))}
        </p>
      </div>
      {current ? (
        <ConfirmInPlace
          label={common.signOut}
          question={words.signOutQuestion}
          action={common.signOut}
          onConfirm={onEnd}
        />
      ) : (
        <ConfirmInPlace
          label={words.end}
          description={words.endNamed(name, since)}
          question={words.endQuestion}
          action={words.end}
          onConfirm={onEnd}
        />
      )}
    </li>
  );
}

function describeSession({ device_name: device, platform, user_agent: agent }: Session): string {
  const { sessions: words } = accountText.value;
  if (device !== null && platform !== null) {
    return words.deviceName(device, words.platforms[platform]);
  }
  const { browser, system } = nameBrowser(agent);
  return browser !== '' && system !== ''
    ? words.browserOn(browser, system)
    : browser || system || words.unknownBrowser;
}

function LastUse({ session: { current, last_used_at: usedAt } }: Pick<SessionRowProps, 'session'>) {
  const { sessions: words } = accountText.value;
  if (current) return words.activeNow;
  if (usedAt === null) return words.lastUseUnknown;
  return (
    <time datetime={usedAt} title={formatTime(usedAt)}>
      {words.lastUsed(formatRelative(usedAt))}
    </time>
  );
}

interface DeviceRowProps {
  readonly device: DeviceIdentity;
  readonly onEnd: () => Promise<void>;
}

function DeviceRow({ device, onEnd }: DeviceRowProps) {
  const { sessions: words } = accountText.value;
  const name = words.deviceName(device.name, words.platforms[device.platform]);
  return (
    <li class="account-row" data-current={device.current}>
      <Icon name={DEVICE} />
      <div class="account-row-text">
        <h3>
          {name} {device.current && <span class="account-mark">{words.thisOne}</span>}
        </h3>
        <p class="account-soft">
          <time datetime={device.last_used_at} title={formatTime(device.last_used_at)}>
            {words.lastUsed(formatRelative(device.last_used_at))}
          </time>
          {' · '}
          {words.until(formatTime(device.expires_at, { dateStyle: 'medium' }))}
        </p>
      </div>
      <ConfirmInPlace
        label={words.removeDevice}
        description={words.removeNamed(name)}
        question={words.removeQuestion}
        action={words.removeDevice}
        onConfirm={onEnd}
      />
    </li>
  );
}
