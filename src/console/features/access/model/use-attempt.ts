import { signal, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it failed last. */
  readonly error: ReadonlySignal<unknown>;
  /** Runs it, unless it is under way. */
  readonly run: (work: () => Promise<void>, failed: (error: unknown) => void) => Promise<void>;
}

/** Something that a form sends: one at a time, and what became of it. */
export function useAttempt(): Attempt {
  return useMemo(createAttempt, []);
}

export function createAttempt(): Attempt {
  const isBusy = signal(false);
  const error = signal<unknown>(null);
  const run: Attempt['run'] = async (work, failed) => {
    // Not watched: an effect that runs it would run it again as soon as it has ended.
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
