import { removeFromAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumText } from '../../text/album-pages.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';

interface RemoveProps {
  readonly album: Album;
  readonly ids: readonly number[];
  /** Also after a failure: a part may be done. */
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveDialog({ album, ids, onRemoved, onClose }: RemoveProps) {
  const words = albumText.value;
  const remove = async (): Promise<void> => {
    try {
      await removeFromAlbum(album.id, ids);
      showToast({ message: words.removed(ids.length, formatNumber(ids.length)) });
    } finally {
      onRemoved();
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
    </ConfirmDialog>
  );
}
