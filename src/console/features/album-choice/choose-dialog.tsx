import './add-dialog.css';
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Album } from '../../api/types.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { AlbumList, type Chosen } from './album-list.tsx';
import { AlbumChoices } from './model/album-choices.ts';
import { useNewAlbum } from './use-new-album.tsx';

interface ChooseDialogProps {
  readonly album: Album | null;
  /** The label of a choice of none. */
  readonly none: string;
  /** Null for none. */
  readonly onChoose: (album: Album | null) => void;
  readonly onClose: () => void;
}

/** Chooses one of the person's albums, one that it makes, or none. */
export function ChooseDialog({ album, none, onChoose, onClose }: ChooseDialogProps) {
  const words = albumChoiceText.value;
  const [choices] = useState(() => new AlbumChoices());
  const { field, make } = useNewAlbum();
  const chosen = useSignal<Chosen>(album ?? 'none');
  useEffect(() => void choices.read(), [choices]);
  const choose = async (): Promise<false | void> => {
    const picked = chosen.peek();
    const made = picked === 'new' ? await make() : null;
    if (picked === 'new' && made === null) return false;
    onChoose(typeof picked === 'string' ? made : picked);
  };
  return (
    <ConfirmDialog
      title={words.albums}
      action={words.choose}
      kind="primary"
      onConfirm={choose}
      onClose={onClose}
    >
      <AlbumList choices={choices} chosen={chosen} none={none} />
      {chosen.value === 'new' && field}
    </ConfirmDialog>
  );
}
