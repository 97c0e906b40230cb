import { useState } from 'preact/hooks';
import { startJob } from './model/image-jobs.ts';
import type { Change } from './model/journal.ts';
import { formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { galleryText } from '../../text/gallery.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog, Dialog } from '../../widgets/dialog.tsx';
import { focusGrid } from './focus-grid.ts';

interface ChangeDialogProps {
  readonly change: Change;
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

/** Says how many images are about to be changed and what that means, and asks. */
export function ChangeDialog({ change, ids: asked, onClose }: ChangeDialogProps) {
  // The selection may change while the dialog is open; what it asks about stays.
  const [ids] = useState(asked);
  const { common } = text.value;
  const gallery = galleryText.value;
  const count = [ids.length, formatNumber(ids.length)] as const;
  const begin = (): void => {
    onClose();
    startJob(change, ids);
    focusGrid();
  };
  if (change === 'delete') {
    return (
      <ConfirmDialog
        title={gallery.deleteTitle(...count)}
        action={gallery.deleteAction(...count)}
        onConfirm={begin}
        onClose={onClose}
      >
        <p>{gallery.deleteHint(ids.length)}</p>
      </ConfirmDialog>
    );
  }
  const isPublic = change === 'public';
  return (
    <Dialog
      title={isPublic ? gallery.makePublicTitle(...count) : gallery.makePrivateTitle(...count)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" onClick={begin}>
            {isPublic ? gallery.makePublic : gallery.makePrivate}
          </Button>
        </>
      }
    >
      <p>{isPublic ? gallery.makePublicHint(ids.length) : gallery.makePrivateHint(ids.length)}</p>
    </Dialog>
  );
}
