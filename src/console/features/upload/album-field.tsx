import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { uploadText } from '../../text/upload.ts';
import { Button } from '../../widgets/button.tsx';
import { importForAction } from '../../widgets/import-chunk.ts';
import type { ChooseDialog } from '../album-choice/choose-dialog.tsx';
import { usePageAlbum } from './use-page-album.ts';

/** Chooses the album that the files of this page go to. */
export function AlbumField() {
  const upload = uploadText.value;
  const { album, choose } = usePageAlbum();
  const id = useId();
  const dialog = useSignal<{ readonly Dialog: typeof ChooseDialog } | null>(null);
  const open = async (): Promise<void> => {
    const loaded = await importForAction(() => import('../album-choice/choose-dialog.tsx'));
    if (loaded !== null) dialog.value = { Dialog: loaded.ChooseDialog };
  };
  const shown = dialog.value;
  return (
    <div class="field upload-album">
      <label id={`${id}-label`} for={`${id}-value`}>
        {upload.album}
      </label>
      <Button
        id={`${id}-value`}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {album === null ? upload.noAlbum : (album?.title ?? '…')}
      </Button>
      {shown !== null && (
        <shown.Dialog
          album={album ?? null}
          none={upload.noAlbum}
          onChoose={choose}
          onClose={() => (dialog.value = null)}
        />
      )}
    </div>
  );
}
