import { useState } from 'preact/hooks';
import { startJob } from './model/run-job.ts';
import type { Change } from './model/journal.ts';
import { formatNumber } from '../../state/format.ts';
import { galleryText } from '../../text/gallery.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { focusGrid } from './focus-grid.ts';

/** A selection has the person’s own images alone. */
export type AskedChange = Exclude<Change, 'delete'>;

interface ChangeDialogProps {
  readonly change: AskedChange;
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function ChangeDialog({ change, ids: asked, onClose }: ChangeDialogProps) {
  // The selection may change while the dialog is open; the dialog keeps its images.
  const [ids] = useState(asked);
  const gallery = galleryText.value;
  const count = [ids.length, formatNumber(ids.length)] as const;
  const { title, action, hint } = {
    trash: {
      title: gallery.trashTitle(...count),
      action: gallery.trashAction(...count),
      hint: gallery.trashHint(ids.length),
    },
    public: {
      title: gallery.makePublicTitle(...count),
      action: gallery.makePublic,
      hint: gallery.makePublicHint(ids.length),
    },
    private: {
      title: gallery.makePrivateTitle(...count),
      action: gallery.makePrivate,
      hint: gallery.makePrivateHint(ids.length),
    },
  }[change];
  return (
    <ConfirmDialog
      title={title}
      action={action}
      kind={change === 'trash' ? 'danger' : 'primary'}
      onConfirm={() => {
        startJob(change, ids);
        focusGrid();
      }}
      onClose={onClose}
    >
      <p>{hint}</p>
    </ConfirmDialog>
  );
}
