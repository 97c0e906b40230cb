import { LINK_FORMS, type LinkForm } from '../../../shared/link-forms.ts';
import { PAGES } from '../../../shared/pages.ts';
import { readAlbum } from '../../api/albums.ts';
import { formatNumber } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { isAccountLocked } from '../../state/session.ts';
import { uploadText } from '../../text/upload.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { AddToAlbum, openAddToAlbum } from '../album-choice/add-to-album.tsx';
import { albumPath } from '../album-choice/model/album-path.ts';
import { copyLinks } from './model/copy-links.ts';
import { chooseLinkForm, linkForm } from './model/link-form.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { COPY, PLUS } from '../../widgets/rare-icons.ts';

interface FinishedProps {
  readonly queue: UploadQueue;
  /** The number of images that albums have got, by the ids of the albums. */
  readonly added: ReadonlyMap<number, number>;
}

/** What to do with all published images. */
export function FinishedBar({ queue, added }: FinishedProps) {
  const upload = uploadText.value;
  const { done } = queue.stats.value;
  return (
    <div role="region" aria-label={upload.finished} class="upload-finished">
      <p>
        {upload.uploaded(formatNumber(done))}
        {[...added].map(([albumId, count]) => (
          <AddedTo key={albumId} albumId={albumId} count={count} />
        ))}
      </p>
      {done > 0 && <CopyLinks queue={queue} />}
      {done > 0 && added.size === 0 && !isAccountLocked.value && (
        <Button icon={PLUS} onClick={() => void openAddToAlbum(listImages(queue))}>
          {upload.makeAlbum}
        </Button>
      )}
      <AddToAlbum />
      <LinkButton href={PAGES.gallery}>{upload.openGallery}</LinkButton>
    </div>
  );
}

function CopyLinks({ queue }: { readonly queue: UploadQueue }) {
  const upload = uploadText.value;
  const form = linkForm.value;
  return (
    <div class="upload-finished-copy">
      <Button kind="primary" icon={COPY} onClick={() => void copyLinks(queue.items.peek(), form)}>
        {upload.copyLinks(queue.stats.value.done)}
      </Button>
      <select
        aria-label={upload.linkForm}
        value={form}
        onChange={({ currentTarget }) => chooseLinkForm(currentTarget.value as LinkForm)}
      >
        {LINK_FORMS.map((one) => (
          <option key={one} value={one}>
            {upload.linkForms[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AddedToProps {
  readonly albumId: number;
  readonly count: number;
}

/** Nothing for an album that is gone. */
function AddedTo({ albumId, count }: AddedToProps) {
  const { value } = useResource((signal) => readAlbum(albumId, signal), albumId);
  const album = value.value;
  if (album === undefined) return null;
  return (
    <>
      {' · '}
      <a href={albumPath(albumId)}>{uploadText.value.inAlbum(formatNumber(count), album.title)}</a>
    </>
  );
}

function listImages(queue: UploadQueue): number[] {
  const ids = queue.items
    .peek()
    .flatMap(({ state }) => (state.name === 'done' ? [state.image.image_id] : []));
  // A photo that is wanted again may be the same image.
  return [...new Set(ids)];
}
