import { useState } from 'preact/hooks';
import { startJob } from './model/run-job.ts';
import type { Change } from './model/journal.ts';
import { formatNumber } from '../../state/format.ts';
import { galleryText } from '../../text/gallery.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { focusGrid } from './focus-grid.ts';

interface ChangeDialogProps {
  readonly change: Change;
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function ChangeDialog({ change, ids: asked, onClose }: ChangeDialogProps) {
  // The selection may change while the dialog is open; the dialog keeps its images.
  const [ids] = useState(asked);
  const gallery = galleryText.value;
  const count = [ids.length, formatNumber(ids.length)] as const;
  const { title, action, hint } = {
    delete: {
      title: gallery.deleteTitle(...count),
      action: gallery.deleteAction(...count),
      hint: gallery.deleteHint(ids.length),
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
      kind={change === 'delete' ? 'danger' : 'primary'}
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
