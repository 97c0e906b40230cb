import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { ConnectionError } from '../../client/errors.ts';
import { isConnected } from './connection.ts';

export interface Resource<Value> {
  /** The last value; stays while it is read again. */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly error: ReadonlySignal<unknown>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly reload: () => void;
  readonly set: (value: Value) => void;
}

/** Reads a value, again whenever `key` changes, and after a lost connection once it is back. */
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
    // An error of another key does not apply.
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
