import type { ComponentChildren } from 'preact';
import { explainError } from '../../state/explain-error.ts';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { useAction } from './use-action.ts';

interface AskedProps {
  readonly title: string;
  /** What the button that goes on says. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly children: ComponentChildren;
  /** Looked at before: what is wrong is then shown among the children. */
  readonly isAllowed?: () => boolean;
  readonly onAgree: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what a change means before it is done; what goes wrong with it is said in the same place. */
export function Asked(props: AskedProps) {
  const { title, action, isDangerous, children, isAllowed, onAgree, onClose } = props;
  const { isBusy, error, run } = useAction();
  const agree = (): void => {
    if (isAllowed?.() === false) return;
    void run(async () => {
      await onAgree();
      onClose();
    });
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.value.common.cancel}</Button>
          <Button
            kind={isDangerous === true ? 'danger' : 'primary'}
            isBusy={isBusy.value}
            onClick={agree}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <ActionError error={error.value} />
    </Dialog>
  );
}

/** What went wrong with what was just tried; nothing while nothing did. */
export function ActionError({ error }: { readonly error: unknown }) {
  return (
    <p class="field-error" role="alert">
      {error === null ? '' : explainError(error)}
    </p>
  );
}
