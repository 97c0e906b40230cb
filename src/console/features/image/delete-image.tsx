import { useState } from 'preact/hooks';
import { startJob } from '../gallery/model/run-job.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';

interface DeleteImageProps {
  readonly id: number;
  readonly onDeleted: () => void;
}

export function DeleteImage({ id, onDeleted }: DeleteImageProps) {
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
          title={image.deleteTitle}
          action={common.delete}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            startJob('delete', [id]);
            onDeleted();
          }}
        >
          <p>{image.deleteHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
