import '../gallery/gallery.css';
import './albums.css';
import { useRoute } from 'preact-iso/router';
import { useRef } from 'preact/hooks';
import { readAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { isAccountLocked } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { albumText } from '../../text/album-pages.ts';
import { ErrorState, Loading } from '../../widgets/states.tsx';
import { AlbumImages } from './album-images.tsx';
import { AlbumSettings } from './album-settings.tsx';
import { AlbumTextField } from './album-text-field.tsx';

export function AlbumPage() {
  const id = Number(useRoute().params['id']);
  const album = useResource((signal) => readAlbum(id, signal), id);
  const shown = album.value.value;
  const latest = useRef(id);
  latest.current = id;
  /** Ignores the late answer of a change to another album. */
  const show = (changed: Album): void => {
    if (changed.id === latest.current) album.set(changed);
  };
  useTitle(shown?.title ?? albumText.value.title);
  if (shown?.id === id) {
    return <ShownAlbum key={id} album={shown} onChange={show} onMembers={album.reload} />;
  }
  const error = album.error.value;
  if (error === null) return <Loading />;
  return <ErrorState error={error} isPage onRetry={album.reload} />;
}

interface ShownProps {
  readonly album: Album;
  readonly onChange: (album: Album) => void;
  readonly onMembers: () => void;
}

function ShownAlbum({ album, onChange, onMembers }: ShownProps) {
  const { title, description, image_count: count } = album;
  const isLocked = isAccountLocked.value;
  return (
    <div class="album">
      <h1 class={isLocked ? undefined : 'visually-hidden'}>{title}</h1>
      {isLocked ? (
        <p class="album-text">{description}</p>
      ) : (
        <div class="album-texts">
          <AlbumTextField album={album} name="title" onChange={onChange} />
          <AlbumTextField album={album} name="description" onChange={onChange} />
        </div>
      )}
      <p class="albums-soft" role="status">
        {albumText.value.photos(count, formatNumber(count))}
      </p>
      {!isLocked && <AlbumSettings album={album} onChange={onChange} />}
      <AlbumImages album={album} onChange={onChange} onMembers={onMembers} />
    </div>
  );
}
