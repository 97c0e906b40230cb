import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { CopyField } from '../../../widgets/copy-field.tsx';
import { Dialog } from '../../../widgets/dialog.tsx';

interface ResetDialogProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
}

/** Makes a link by which the user sets a new password. It is in this dialog alone, until it is closed. */
export function ResetDialog({ user, onClose }: ResetDialogProps) {
  const { users: words } = adminText.value;
  const link = useSignal<string | null>(null);
  const { id, username } = user;
  const make = async (): Promise<false> => {
    const params = { path: { id } };
    link.value = (await call(api.POST('/api/v1/admin/users/{id}/password-reset', { params }))).link;
    return false;
  };
  if (link.value !== null) return <MadeLink user={user} link={link.value} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={words.resetTitle(username)}
      action={words.resetAction}
      kind="primary"
      onConfirm={make}
      onClose={onClose}
    >
      <p>{words.resetText}</p>
    </ConfirmDialog>
  );
}

function MadeLink({ user, link, onClose }: ResetDialogProps & { readonly link: string }) {
  const { users: words } = adminText.value;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog
      title={words.resetTitle(user.username)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{text.value.common.close}</Button>}
    >
      <div ref={box} class="dialog-form">
        <p>{words.resetMade(user.username)}</p>
        <CopyField
          className="admin-link"
          label={words.resetLink}
          value={link}
          copyName={words.copyResetLink}
        />
      </div>
    </Dialog>
  );
}
