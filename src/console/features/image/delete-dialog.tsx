import { startJob } from '../gallery/model/run-job.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly id: number;
  /** An owner’s image goes to the trash, another one at once. */
  readonly isOwn: boolean;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

export function DeleteDialog({ id, isOwn, onDeleted, onClose }: DeleteDialogProps) {
  const { common } = text.value;
  const image = imageText.value;
  return (
    <ConfirmDialog
      title={isOwn ? image.trashTitle : image.deleteTitle}
      action={isOwn ? common.delete : image.deleteForGood}
      onClose={onClose}
      onConfirm={() => {
        startJob(isOwn ? 'trash' : 'delete', [id]);
        onDeleted();
      }}
    >
      <p>{isOwn ? image.trashHint : image.deleteHint}</p>
    </ConfirmDialog>
  );
}
