import { signal, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { explainError } from '../state/explain-error.ts';

export interface Action {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<unknown>;
  /** Runs one action at a time; its error stays until the next. */
  readonly run: (work: () => Promise<void>, onFailed?: (error: unknown) => void) => Promise<void>;
}

export function useAction(): Action {
  return useMemo(createAction, []);
}

export function createAction(): Action {
  const isBusy = signal(false);
  const error = signal<unknown>(null);
  const run: Action['run'] = async (work, onFailed) => {
    // Peeked: a calling effect would rerun when it ends.
    if (isBusy.peek()) return;
    isBusy.value = true;
    error.value = null;
    try {
      await work();
    } catch (reason) {
      error.value = reason;
      onFailed?.(reason);
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
