import { useState } from 'preact/hooks';
import { startJob } from './model/run-job.ts';
import type { Change } from './model/journal.ts';
import { formatNumber } from '../../state/format.ts';
import { selectionText } from '../../text/selection.ts';
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
  const words = selectionText.value;
  const count = [ids.length, formatNumber(ids.length)] as const;
  const { title, action, hint } = {
    trash: {
      title: words.trashTitle(...count),
      action: words.trashAction(...count),
      hint: words.trashHint(ids.length),
    },
    public: {
      title: words.makePublicTitle(...count),
      action: words.makePublic,
      hint: words.makePublicHint(ids.length),
    },
    private: {
      title: words.makePrivateTitle(...count),
      action: words.makePrivate,
      hint: words.makePrivateHint(ids.length),
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
