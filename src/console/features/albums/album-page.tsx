import './albums.css';
import { useRoute } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { useResource } from '../../state/resource.ts';
import { isAccountLocked } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { albumText } from '../../text/album-pages.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { ErrorState, Loading } from '../../widgets/states.tsx';
import { withAlbum } from '../album-choice/model/album-path.ts';
import { ShortcutsHelp } from '../gallery/shortcuts-help.tsx';
import { AlbumImages } from './album-images.tsx';
import { openAlbum, type AlbumWalk } from './model/album-walk.ts';
import { AlbumSettings } from './album-settings.tsx';
import { AlbumTextField } from './album-text-field.tsx';

export function AlbumPage() {
  const id = Number(useRoute().params['id']);
  const walk = useMemo(() => openAlbum(id), [id]);
  const { error, reload } = useResource((signal) => walk.read(signal), walk);
  const shown = walk.album.value;
  useTitle(shown?.title ?? albumText.value.title);
  useEffect(() => walk.show(), [walk]);
  if (shown !== null) {
    return <ShownAlbum key={id} walk={walk} album={shown} onMembers={reload} />;
  }
  if (error.value === null) return <Loading />;
  return <ErrorState error={error.value} isPage onRetry={reload} />;
}

interface ShownProps {
  readonly walk: AlbumWalk;
  readonly album: Album;
  readonly onMembers: () => void;
}

function ShownAlbum({ walk, album, onMembers }: ShownProps) {
  const onChange = (changed: Album): void => walk.take(changed);
  const { title, description, image_count: count } = album;
  const words = albumText.value;
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
      {!isLocked && (
        <AlbumSettings
          album={album}
          onChange={onChange}
          onReorder={(order) => walk.reorder(order)}
        />
      )}
      <div class="album-count">
        <p class="albums-soft" role="status">
          {words.photos(count, formatNumber(count))}
        </p>
        {!isLocked && (
          <LinkButton href={withAlbum(PAGES.upload, album.id)} icon="upload">
            {words.upload}
          </LinkButton>
        )}
        {!isLocked && count > 0 && (
          <Button kind="quiet" icon="check" onClick={() => void walk.selecting.selectAll()}>
            {words.selectAll}
          </Button>
        )}
      </div>
      <AlbumImages walk={walk} album={album} onChange={onChange} onMembers={onMembers} />
      <ShortcutsHelp />
    </div>
  );
}
