import '../gallery/gallery.css';
import './albums.css';
import { useRoute } from 'preact-iso/router';
import { readAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { useResource, type Resource } from '../../state/resource.ts';
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
  useTitle(shown?.title ?? albumText.value.title);
  if (shown?.id === id) return <ShownAlbum key={id} album={shown} resource={album} />;
  const error = album.error.value;
  if (error === null) return <Loading />;
  return <ErrorState error={error} isPage onRetry={album.reload} />;
}

interface ShownProps {
  readonly album: Album;
  readonly resource: Resource<Album>;
}

function ShownAlbum({ album, resource }: ShownProps) {
  const { title, description, image_count: count } = album;
  const isLocked = isAccountLocked.value;
  return (
    <div class="album">
      <h1 class={isLocked ? undefined : 'visually-hidden'}>{title}</h1>
      {isLocked ? (
        <p class="album-text">{description}</p>
      ) : (
        <div class="album-texts">
          <AlbumTextField album={album} name="title" onChange={resource.set} />
          <AlbumTextField album={album} name="description" onChange={resource.set} />
        </div>
      )}
      <p class="albums-soft" role="status">
        {albumText.value.photos(count, formatNumber(count))}
      </p>
      {!isLocked && <AlbumSettings album={album} onChange={resource.set} />}
      <AlbumImages album={album} onChange={resource.set} onMembers={resource.reload} />
    </div>
  );
}
