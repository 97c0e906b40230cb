import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { isNameOf } from '../model/account-actions.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { explainError } from '../../../state/explain-error.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { TextField } from '../../../widgets/field.tsx';

interface RemoveDialogProps {
  readonly user: ManagedUser;
  readonly onRemove: (user: ManagedUser, typedName: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the username, so that no account is deleted by mistake. */
export function RemoveDialog({ user, onRemove, onClose }: RemoveDialogProps) {
  const { common } = text.value;
  const admin = adminText.value;
  const typed = useSignal('');
  const error = useSignal<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const say = (wrong: string): false => {
    error.value = wrong;
    box.current?.querySelector('input')?.focus();
    return false;
  };
  const remove = async (): Promise<false | void> => {
    if (!isNameOf(user, typed.value)) return say(admin.users.wrongName);
    try {
      await onRemove(user, typed.value.trim());
    } catch (reason) {
      if (box.current === null) throw reason;
      return say(explainError(reason));
    }
  };
  return (
    <ConfirmDialog
      title={admin.users.removeTitle(user.username)}
      action={common.delete}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{admin.users.removeText}</p>
      <div ref={box}>
        <TextField
          label={admin.users.typeName(user.username)}
          value={typed.value}
          error={error.value}
          onText={(next) => {
            typed.value = next;
            error.value = null;
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
