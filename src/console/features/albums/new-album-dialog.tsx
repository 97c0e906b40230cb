import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { TITLE_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { createAlbum } from '../../api/albums.ts';
import { albumText } from '../../text/album-pages.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { TextField } from '../../widgets/field.tsx';
import { albumPath } from './album-path.ts';

/** Leads to the album it has made. A repetition after a lost answer makes no second one. */
export function NewAlbumDialog({ onClose }: { readonly onClose: () => void }) {
  const words = albumText.value;
  const { route } = useLocation();
  const title = useSignal('');
  const wanted = title.value.trim();
  const key = useMemo(() => crypto.randomUUID(), [wanted]);
  const create = async (): Promise<false | void> => {
    if (wanted === '') return false;
    const album = await createAlbum({ title: wanted }, key);
    onClose();
    route(albumPath(album.id));
  };
  return (
    <ConfirmDialog
      title={words.create}
      action={words.createAction}
      kind="primary"
      onConfirm={create}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={title.value}
        maxLength={TITLE_MAX_CHARACTERS}
        isRequired
        onText={(value) => (title.value = value)}
      />
    </ConfirmDialog>
  );
}
