import './add-dialog.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { addToAlbum, type AddedToAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { AlbumList, type Chosen } from './album-list.tsx';
import { albumPath } from './model/album-path.ts';
import { AlbumChoices } from './model/album-choices.ts';
import { useNewAlbum } from './use-new-album.tsx';

interface AddDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

/** Adds images to one of the person's albums, or to one that it makes. */
export function AddDialog({ ids, onClose }: AddDialogProps) {
  const words = albumChoiceText.value;
  const { route } = useLocation();
  const [choices] = useState(() => new AlbumChoices());
  const { field, make } = useNewAlbum();
  const chosen = useSignal<Chosen>('new');
  useEffect(() => void choices.read('page'), [choices]);
  const add = async (): Promise<false | void> => {
    const picked = chosen.peek();
    const album = typeof picked === 'string' ? await make() : picked;
    if (album === null) return false;
    const added = await addToAlbum(album.id, ids);
    showToast({
      message: describeAdded(album, added, ids.length),
      action: { label: words.open, run: () => route(albumPath(album.id)) },
    });
  };
  return (
    <ConfirmDialog
      title={words.title(ids.length, formatNumber(ids.length))}
      action={words.add}
      kind="primary"
      onConfirm={add}
      onClose={onClose}
    >
      <AlbumList choices={choices} chosen={chosen} />
      {chosen.value === 'new' && field}
    </ConfirmDialog>
  );
}

function describeAdded(album: Album, added: AddedToAlbum, asked: number): string {
  const words = albumChoiceText.peek();
  const { newCount, presentCount } = added;
  const left = asked - newCount - presentCount;
  return [
    words.added(newCount, formatNumber(newCount), album.title),
    presentCount > 0 ? words.present(presentCount, formatNumber(presentCount)) : '',
    left > 0 ? words.left(left, formatNumber(left)) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
