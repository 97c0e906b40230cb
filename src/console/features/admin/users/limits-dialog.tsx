import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { showToast } from '../../../widgets/toast.tsx';
import { runAll } from '../model/run-all.ts';
import { reportRefused } from '../report-refused.ts';
import { readGigabytes, readImageLimit, writeGigabytes } from '../model/read-amounts.ts';

interface LimitsDialogProps {
  readonly users: readonly [ManagedUser, ...ManagedUser[]];
  readonly onChanged: (user: ManagedUser) => void;
  readonly onClose: () => void;
}

/** How much accounts may hold. A field of several accounts is filled where they agree. */
export function LimitsDialog({ users, onChanged, onClose }: LimitsDialogProps) {
  const { users: words, amounts } = adminText.value;
  const [first, ...others] = users;
  const { storage_quota: bytesOfFirst, image_limit: limit } = first;
  const hasOneQuota = others.every((user) => user.storage_quota === bytesOfFirst);
  const hasOneLimit = others.every((user) => user.image_limit === limit);
  const quota = useSignal(hasOneQuota ? writeGigabytes(bytesOfFirst) : '');
  const images = useSignal(limit === null || !hasOneLimit ? '' : String(limit));
  const name = others.length === 0 ? first.username : words.found(formatNumber(users.length));
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
    const change = async ({ id }: ManagedUser): Promise<void> => {
      const params = { path: { id } };
      onChanged(await call(api.PATCH('/api/v1/admin/users/{id}/limits', { params, body })));
    };
    if (others.length === 0) await change(first);
    else reportRefused(await runAll(users, change));
    showToast({ message: words.limitsSaved(name) });
  };
  return (
    <ConfirmDialog
      title={words.limitsTitle(name)}
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
