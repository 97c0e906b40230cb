import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { explainError } from '../state/explain-error.ts';
import { text } from '../text/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { showToast } from './toast.tsx';
import { ActionError, useAction } from './use-action.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly kind?: 'danger' | 'primary';
  /** False keeps the dialog open. Errors appear in it, or in a toast once it is closed. */
  readonly onConfirm: () => false | void | Promise<false | void>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, action, kind = 'danger', onConfirm, onClose } = props;
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const confirm = async (): Promise<void> => {
    try {
      const result = await onConfirm();
      if (result !== false && form.current !== null) onClose();
    } catch (reason) {
      if (form.current !== null) throw reason;
      showToast({ kind: 'failure', message: explainError(reason) });
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.value.common.cancel}</Button>
          <Button
            kind={kind}
            isBusy={isBusy.value}
            // What cannot be undone begins at Cancel.
            data-first={kind === 'primary' ? '' : undefined}
            onClick={() => void run(confirm)}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        class="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(confirm);
        }}
      >
        {children}
        <ActionError error={error.value} />
      </form>
    </Dialog>
  );
}
