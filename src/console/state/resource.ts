import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { ConnectionError } from '../../client/errors.ts';
import { isConnected } from './connection.ts';

export interface Resource<Value> {
  /** What was read last; stays while it is read anew. */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly error: ReadonlySignal<unknown>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly reload: () => void;
  /** Shows a value at once, for example what a change answered. */
  readonly set: (value: Value) => void;
}

/**
 * Reads something from the service, anew whenever `key` changes. What failed for want of a connection is read again by
 * itself once that is back.
 */
export function useResource<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: unknown = null,
): Resource<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const error = useSignal<unknown>(null);
  const isLoading = useSignal(true);
  const run = useRef<AbortController | null>(null);
  const latest = useRef(load);
  latest.current = load;

  const read = useCallback(
    async (from: typeof load, signal: AbortSignal) => {
      try {
        const loaded = await from(signal);
        if (signal.aborted) return;
        value.value = loaded;
        error.value = null;
      } catch (reason) {
        if (!signal.aborted) error.value = reason;
      } finally {
        if (!signal.aborted) isLoading.value = false;
      }
    },
    [value, error, isLoading],
  );
  const reload = useCallback(() => {
    run.current?.abort();
    const own = (run.current = new AbortController());
    isLoading.value = true;
    void read(latest.current, own.signal);
  }, [read, isLoading]);

  useEffect(() => {
    // What went wrong with another key says nothing of this one.
    error.value = null;
    reload();
    return () => run.current?.abort();
  }, [key, reload, error]);
  useSignalEffect(() => {
    if (isConnected.value && error.peek() instanceof ConnectionError) reload();
  });
  const set = useCallback(
    (next: Value) => {
      value.value = next;
      error.value = null;
    },
    [value, error],
  );
  return { value, error, isLoading, reload, set };
}
