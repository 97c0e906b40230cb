import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Returns what brings the focus to the first field at fault, once that is shown as such. */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>): () => void {
  const asked = useSignal(0);
  const count = asked.value;
  useEffect(() => {
    if (count > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [count, form]);
  return () => {
    asked.value += 1;
  };
}
