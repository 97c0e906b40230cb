import './albums.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { listAlbums } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { isAccountLocked } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { albumText } from '../../text/album-pages.ts';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../widgets/states.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { usePages, type PageOfRows, type PageRequest } from '../admin/model/use-pages.ts';
import { AlbumCard } from './album-card.tsx';
import { NewAlbumDialog } from './new-album-dialog.tsx';
import { PLUS } from '../../widgets/rare-icons.ts';

export function AlbumsPage() {
  const words = albumText.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsked = useSignal(false);
  const pages = usePages(readPage, 'albums');
  const { items, hasMore, error, isLoadingMore, loadMore, reload } = pages;
  useTitle(words.title);
  useFocusFallback(() => heading.current);
  return (
    <div class="albums">
      <header class="albums-header">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {!isAccountLocked.value && (
          <Button kind="primary" icon={PLUS} onClick={() => (isAsked.value = true)}>
            {words.create}
          </Button>
        )}
      </header>
      {items === undefined && error === null && <Loading />}
      {error !== null && <ErrorState error={error} onRetry={reload} />}
      {items?.length === 0 && (
        <EmptyState icon="albums" title={words.empty}>
          <p>{words.emptyHint}</p>
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <ul class="albums-list" aria-label={words.list}>
          {items.map((album) => (
            <AlbumCard key={album.id} album={album} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button isBusy={isLoadingMore} onClick={loadMore}>
          {text.value.common.more}
        </Button>
      )}
      {isAsked.value && <NewAlbumDialog onClose={() => (isAsked.value = false)} />}
    </div>
  );
}

async function readPage(query: PageRequest, signal: AbortSignal): Promise<PageOfRows<Album>> {
  const { albums, ...page } = await listAlbums(query, signal);
  return { ...page, items: albums };
}
