import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { isNameOf } from '../model/account-actions.ts';
import type { User } from '../../../api/types.ts';
import { explainError } from '../../../state/explain-error.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { ConfirmDialog } from '../../../widgets/dialog.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { showToast } from '../../../widgets/toast.tsx';

interface RemoveDialogProps {
  readonly user: User;
  readonly onRemove: (user: User, typedName: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of the account that is to go, so that no other goes by a slip. */
export function RemoveDialog({ user, onRemove, onClose }: RemoveDialogProps) {
  const { common } = text.value;
  const admin = adminText.value;
  const typed = useSignal('');
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  /** Beside the name, which is then read out with it. */
  const say = (wrong: string): void => {
    error.value = wrong;
    form.current?.querySelector('input')?.focus();
  };
  const confirm = async (): Promise<void> => {
    if (isBusy.value) return;
    if (!isNameOf(user, typed.value)) return say(admin.users.wrongName);
    isBusy.value = true;
    try {
      await onRemove(user, typed.value.trim());
      if (form.current !== null) onClose();
    } catch (reason) {
      // Closed meanwhile, it says nothing any more.
      if (form.current !== null) say(explainError(reason));
      else showToast({ message: explainError(reason), kind: 'failure' });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <ConfirmDialog
      title={admin.users.removeTitle(user.username)}
      action={common.delete}
      isBusy={isBusy.value}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{admin.users.removeText}</p>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <TextField
          label={admin.users.typeName(user.username)}
          value={typed.value}
          error={error.value}
          onText={(next) => {
            typed.value = next;
            error.value = null;
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
