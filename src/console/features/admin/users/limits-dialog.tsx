import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { showToast } from '../../../widgets/toast.tsx';
import { readGigabytes, readImageLimit, writeGigabytes } from '../model/read-amounts.ts';

interface LimitsDialogProps {
  readonly user: ManagedUser;
  readonly onChanged: (user: ManagedUser) => void;
  readonly onClose: () => void;
}

/** How much an account may hold. */
export function LimitsDialog({ user, onChanged, onClose }: LimitsDialogProps) {
  const { users: words, amounts } = adminText.value;
  const { id, username, image_limit: limit } = user;
  const quota = useSignal(writeGigabytes(user.storage_quota));
  const images = useSignal(limit === null ? '' : String(limit));
  const isChecked = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const bytes = readGigabytes(quota.value) ?? undefined;
  const image_limit = readImageLimit(images.value);

  const save = async (): Promise<false | void> => {
    isChecked.value = true;
    if (bytes === undefined || image_limit === undefined) {
      const name = bytes === undefined ? 'quota' : 'images';
      box.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
      return false;
    }
    const body = { storage_quota: bytes, image_limit };
    const params = { path: { id } };
    onChanged(await call(api.PATCH('/api/v1/admin/users/{id}/limits', { params, body })));
    showToast({ message: words.limitsSaved(username) });
  };
  return (
    <ConfirmDialog
      title={words.limitsTitle(username)}
      action={text.value.common.save}
      kind="primary"
      onConfirm={save}
      onClose={onClose}
    >
      <p>{words.limitsText}</p>
      <div ref={box} class="dialog-form">
        <TextField
          label={words.quota}
          name="quota"
          value={quota.value}
          error={isChecked.value && bytes === undefined ? amounts.gigabytesWrong : null}
          onText={(value) => {
            quota.value = value;
          }}
        />
        <TextField
          label={words.imageLimit}
          name="images"
          hint={words.imageLimitHint}
          value={images.value}
          error={isChecked.value && image_limit === undefined ? amounts.imagesWrong : null}
          onText={(value) => {
            images.value = value;
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
