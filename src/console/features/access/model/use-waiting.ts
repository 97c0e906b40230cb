import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import { ApiError } from '../../../../client/errors.ts';
import { TOO_MANY_ATTEMPTS } from '../../../../shared/error-codes.ts';

export interface Waiting {
  /** In milliseconds since 1970; null without a wait. */
  readonly until: ReadonlySignal<number | null>;
  /** After a failure: waits as long as `Retry-After` says. */
  readonly begin: (error: unknown) => void;
  readonly end: () => void;
}

export function useWaiting(): Waiting {
  const until = useSignal<number | null>(null);
  const end = useCallback(() => {
    until.value = null;
  }, [until]);
  const begin = (error: unknown): void => {
    const isTooMany = error instanceof ApiError && error.code === TOO_MANY_ATTEMPTS;
    const waitMs = isTooMany ? (error.retryAfterMs ?? 0) : 0;
    until.value = waitMs > 0 ? Date.now() + waitMs : null;
  };
  return { until, begin, end };
}
