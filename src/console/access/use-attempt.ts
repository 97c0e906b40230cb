import { useSignal, type ReadonlySignal } from '@preact/signals';

export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it failed last. */
  readonly error: ReadonlySignal<unknown>;
  /** Runs it, unless it is under way. */
  readonly run: (work: () => Promise<void>, failed: (error: unknown) => void) => Promise<void>;
}

/** Something that a form sends: one at a time, and what became of it. */
export function useAttempt(): Attempt {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(null);
  const run: Attempt['run'] = async (work, failed) => {
    if (isBusy.value) return;
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
