import { useSignal } from '@preact/signals';
import { explainError } from '../state/explain-error.ts';

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

/** The error of an action; empty for null, so that screen readers announce a later one. */
export function ActionError({ error }: { readonly error: unknown }) {
  return (
    <p class="field-error" role="alert">
      {error === null ? '' : explainError(error)}
    </p>
  );
}
