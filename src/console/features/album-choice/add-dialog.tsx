import './add-dialog.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { addToAlbum, type AddedToAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { TITLE_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { isPagePath } from '../../../shared/pages.ts';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { TextField } from '../../widgets/field.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { AlbumList } from './album-list.tsx';
import { AlbumChoices } from './model/album-choices.ts';
import { onceForTitle } from './model/make-album.ts';

interface AddDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

/** Adds images to one of the person's albums, or to one that it makes. */
export function AddDialog({ ids, onClose }: AddDialogProps) {
  const words = albumChoiceText.value;
  const { route } = useLocation();
  const [choices] = useState(() => new AlbumChoices());
  const [makeAlbum] = useState(onceForTitle);
  const chosen = useSignal<Album | null>(null);
  const title = useSignal('');
  const isNameless = useSignal(false);
  useEffect(() => void choices.read('page'), [choices]);
  const add = async (): Promise<false | void> => {
    const name = title.peek().trim();
    isNameless.value = chosen.peek() === null && name === '';
    if (isNameless.peek()) return false;
    const album = chosen.peek() ?? (await makeAlbum(name));
    const added = await addToAlbum(album.id, ids);
    const path = `/albums/${String(album.id)}`;
    showToast({
      message: describeAdded(album, added, ids.length),
      ...(isPagePath(path) && { action: { label: words.open, run: () => route(path) } }),
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
      {chosen.value === null && (
        <TextField
          label={words.name}
          value={title.value}
          error={isNameless.value ? words.nameMissing : null}
          onText={(value) => {
            title.value = value.slice(0, TITLE_MAX_CHARACTERS);
            isNameless.value = false;
          }}
        />
      )}
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
