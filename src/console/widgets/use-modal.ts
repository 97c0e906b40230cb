import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Makes a `<dialog>` modal while it is rendered: Escape closes it, and the focus returns. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // At once: keys that are pressed before the next frame are for it.
  useLayoutEffect(() => {
    const element = ref.current;
    const focused = document.activeElement;
    element?.showModal();
    if (element !== null) focusFirst(element);
    return () => {
      element?.close();
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event: TargetedEvent<HTMLDialogElement>): void => {
      event.preventDefault();
      onClose();
    },
    onClose: (): void => {
      // A second Escape makes browsers close it without asking; on unmount there is no caller to notify.
      if (ref.current !== null) onClose();
    },
  };
}

/** A dialog's first field, else its action or Cancel; Close only where there is nothing else. */
function focusFirst(dialog: HTMLElement): void {
  const first = '.dialog-form :is(input, select, textarea), [data-first]';
  const found = dialog.querySelector<HTMLElement>(first);
  (found ?? dialog.querySelector<HTMLElement>('.dialog-actions button'))?.focus();
}
