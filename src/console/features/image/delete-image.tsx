import { useState } from 'preact/hooks';
import { startJob } from '../gallery/model/run-job.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';

interface DeleteImageProps {
  readonly id: number;
  readonly isOwn: boolean;
  readonly onDeleted: () => void;
}

export function DeleteImage({ id, isOwn, onDeleted }: DeleteImageProps) {
  const { common } = text.value;
  const image = imageText.value;
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="image-delete">
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        {image.deleteImage}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isOwn ? image.trashTitle : image.deleteTitle}
          action={isOwn ? common.delete : image.deleteForGood}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            startJob(isOwn ? 'trash' : 'delete', [id]);
            onDeleted();
          }}
        >
          <p>{isOwn ? image.trashHint : image.deleteHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
