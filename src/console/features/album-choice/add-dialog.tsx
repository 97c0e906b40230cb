import './add-dialog.css';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { planAddition, type AddedToAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { takeCalls, type Calls } from '../../api/in-calls.ts';
import { formatNumber } from '../../state/format.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { CountedProgress } from '../../widgets/progress.tsx';
import { addAndTell } from './add-and-tell.ts';
import { AlbumList, type Chosen } from './album-list.tsx';
import { AlbumChoices } from './model/album-choices.ts';
import { useNewAlbum } from './use-new-album.tsx';

interface AddDialogProps {
  readonly ids: readonly number[];
  /** Chosen at first; null for a new one. */
  readonly album: Album | null;
  readonly onClose: () => void;
}

/** Adds images to one of the person's albums, or to one that it makes. */
export function AddDialog({ ids, album: given, onClose }: AddDialogProps) {
  const words = albumChoiceText.value;
  const { route } = useLocation();
  const [choices] = useState(() => new AlbumChoices());
  const { field, make } = useNewAlbum();
  const chosen = useSignal<Chosen>(given ?? 'new');
  const done = useSignal<number | null>(null);
  const [additions] = useState(() => new Map<number, Calls<AddedToAlbum>>());
  useEffect(() => void choices.read(), [choices]);
  const add = async (): Promise<false | void> => {
    const picked = chosen.peek();
    const album = typeof picked === 'string' ? await make() : picked;
    if (album === null) return false;
    const addition = additions.get(album.id) ?? planAddition(album.id, ids);
    additions.set(album.id, addition);
    await addAndTell(
      { album, count: ids.length, addition, route },
      (count) => (done.value = count),
    );
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
      {done.value !== null && takeCalls(ids.length) && (
        <CountedProgress
          label={words.add}
          note={words.progress(formatNumber(done.value), formatNumber(ids.length))}
          done={done.value}
          total={ids.length}
        />
      )}
    </ConfirmDialog>
  );
}
