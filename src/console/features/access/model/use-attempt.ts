import { signal, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<unknown>;
  readonly run: (work: () => Promise<void>, failed: (error: unknown) => void) => Promise<void>;
}

export function useAttempt(): Attempt {
  return useMemo(createAttempt, []);
}

export function createAttempt(): Attempt {
  const isBusy = signal(false);
  const error = signal<unknown>(null);
  const run: Attempt['run'] = async (work, failed) => {
    // Peeked: a calling effect would rerun when it ends.
    if (isBusy.peek()) return;
    isBusy.value = true;
    error.value = null;
    try {
      await work();
    } catch (reason) {
      error.value = reason;
      failed(reason);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, error, run };
}
