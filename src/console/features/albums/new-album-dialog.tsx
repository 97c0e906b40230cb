import { useLocation } from 'preact-iso/router';
import { albumText } from '../../text/album-pages.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { useNewAlbum } from '../album-choice/use-new-album.tsx';
import { albumPath } from '../album-choice/model/album-path.ts';

/** Leads to the album that it has made. */
export function NewAlbumDialog({ onClose }: { readonly onClose: () => void }) {
  const words = albumText.value;
  const { route } = useLocation();
  const { field, make } = useNewAlbum();
  const create = async (): Promise<false | void> => {
    const album = await make();
    if (album === null) return false;
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
      {field}
    </ConfirmDialog>
  );
}
