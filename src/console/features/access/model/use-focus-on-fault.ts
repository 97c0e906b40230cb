import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Returns a function that focuses the first invalid field, once rendered. */
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
