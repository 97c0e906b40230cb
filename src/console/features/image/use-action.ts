import { useSignal } from '@preact/signals';

/** Runs one thing at a time, and keeps what went wrong until it is tried again. */
export function useAction() {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = null;
    try {
      await action();
    } catch (reason) {
      error.value = reason;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, error, run };
}
