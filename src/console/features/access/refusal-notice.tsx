import { useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { PERMISSION_DENIED, TOO_MANY_ATTEMPTS } from '../../../shared/error-codes.ts';
import { CookieError } from './model/sign-in.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatDuration } from '../../state/format.ts';
import { errorTexts, text } from '../../text/language.ts';
import { accessText } from '../../text/access.ts';
import { Icon } from '../../widgets/icon.tsx';

interface RefusalNoticeProps {
  readonly error: unknown;
  /** The words for 4030. */
  readonly denied: string;
  readonly waitUntil: number | null;
  readonly onWaited: () => void;
}

const TICK_MS = 1000;

export function RefusalNotice({ error, denied, waitUntil, onWaited }: RefusalNoticeProps) {
  const waitedFor = useSignal<unknown>(null);
  const end = useCallback(() => {
    waitedFor.value = error;
    onWaited();
  }, [waitedFor, error, onWaited]);
  // Disappears after the wait.
  if (error === null || error === waitedFor.value) return <div role="alert" />;
  return (
    <div role="alert">
      <div class="access-refusal">
        <Icon name="warning" />
        {waitUntil === null ? (
          <p>{describe(error, denied)}</p>
        ) : (
          <p>
            {errorTexts.value[TOO_MANY_ATTEMPTS]} <Countdown until={waitUntil} onEnd={end} />
          </p>
        )}
      </div>
    </div>
  );
}

function describe(error: unknown, denied: string): string {
  if (error instanceof CookieError) return accessText.value.noCookies;
  return error instanceof ApiError && error.code === PERMISSION_DENIED
    ? denied
    : explainError(error);
}

/** Counts down visibly; screen readers announce the duration once. */
function Countdown({ until, onEnd }: { readonly until: number; readonly onEnd: () => void }) {
  const { common } = text.value;
  const now = useSignal(Date.now());
  const first = useSignal(until - Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
      if (now.value >= until) onEnd();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until, onEnd, now]);
  const left = Math.max(TICK_MS, until - now.value);
  return (
    <>
      <span class="visually-hidden">{common.tryAgainIn(formatDuration(first.value))}</span>
      <span aria-hidden="true">{common.tryAgainIn(formatDuration(left))}</span>
    </>
  );
}
