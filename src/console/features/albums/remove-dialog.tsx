import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { planRemoval } from '../../api/albums.ts';
import { takeCalls } from '../../api/in-calls.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumText } from '../../text/album-pages.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { CountedProgress } from '../../widgets/progress.tsx';
import { showToast } from '../../widgets/toast.tsx';

interface RemoveProps {
  readonly album: Album;
  readonly ids: readonly number[];
  /** After a failure, with those that were removed before. */
  readonly onRemoved: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}

export function RemoveDialog({ album, ids, onRemoved, onClose }: RemoveProps) {
  const words = albumText.value;
  const done = useSignal<number | null>(null);
  const [removal] = useState(() => planRemoval(album.id, ids));
  const remove = async (): Promise<void> => {
    try {
      await removal((count) => (done.value = count));
      showToast({ message: words.removed(ids.length, formatNumber(ids.length)) });
    } finally {
      onRemoved(ids.slice(0, done.peek() ?? 0));
    }
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(ids.length, formatNumber(ids.length))}
      action={words.removeAction}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{album.order === 'manual' ? words.removePlaceHint : words.removeHint}</p>
      {done.value !== null && takeCalls(ids.length) && (
        <CountedProgress
          label={words.removeAction}
          note={words.progress(formatNumber(done.value), formatNumber(ids.length))}
          done={done.value}
          total={ids.length}
        />
      )}
    </ConfirmDialog>
  );
}
