import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useCallback } from 'preact/hooks';
import type { Album } from '../../api/types.ts';
import { isAccountLocked } from '../../state/session.ts';
import { albumText } from '../../text/album-pages.ts';
import { LinkButton } from '../../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../widgets/states.tsx';
import { PAGES } from '../../../shared/pages.ts';
import { ImageGrid } from '../gallery/image-grid.tsx';
import { isReturning } from '../gallery/model/is-returning.ts';
import { deselect, selectTo, toggle } from '../gallery/model/selection.ts';
import { viewMode } from '../gallery/model/view-mode.ts';
import { copyLinkOf } from '../gallery/copy-link.ts';
import { openImage } from '../gallery/open-image.ts';
import { AlbumSelection } from './album-selection.tsx';
import type { AlbumWalk } from './model/album-walk.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useArrangement } from './use-arrangement.ts';

interface ImagesProps {
  readonly walk: AlbumWalk;
  readonly album: Album;
  readonly onChange: (album: Album) => void;
  /** After images have gone. */
  readonly onMembers: () => void;
}

export function AlbumImages({ walk, album, onChange, onMembers }: ImagesProps) {
  const { list, items, selecting } = walk;
  const { selection } = selecting;
  const { ids } = selection.value;
  const removed = useSignal<readonly number[] | null>(null);
  const { isMovable, handlers, stepSelected } = useArrangement(walk);
  const { hasMore, error, isOutdated } = list;
  const isEmpty = items.length === 0;
  const remove = (): void => {
    const active = walk.activeId.peek();
    if (isAccountLocked.peek()) return;
    removed.value = ids.size > 0 ? [...ids] : active === null ? null : [active];
  };
  const tail = error !== null && <ErrorState error={error} onRetry={() => list.retry()} />;
  if (error !== null && (isEmpty || isOutdated)) return tail;
  if (isOutdated && isEmpty) return <Loading />;
  if (isEmpty && !hasMore) return <EmptyAlbum />;
  return (
    <>
      <div class="album-grid" data-movable={isMovable} {...handlers}>
        <AlbumGrid walk={walk} onDelete={remove} />
      </div>
      {tail}
      {selecting.pressSelects && (
        <AlbumSelection
          walk={walk}
          album={album}
          onChange={onChange}
          onRemove={remove}
          onStep={isMovable ? stepSelected : null}
        />
      )}
      {removed.value !== null && (
        <RemoveDialog
          album={album}
          ids={removed.value}
          onRemoved={(gone) => {
            selection.value = deselect(selection.peek(), new Set(gone));
            walk.reload();
            onMembers();
          }}
          onClose={() => (removed.value = null)}
        />
      )}
    </>
  );
}

interface GridProps {
  readonly walk: AlbumWalk;
  readonly onDelete: () => void;
}

function AlbumGrid({ walk, onDelete }: GridProps) {
  const { route } = useLocation();
  const { list, items, selecting, activeId, place } = walk;
  const { selection } = selecting;
  const onSight = useCallback((first: number, last: number) => walk.see(first, last), [walk]);
  const pick = (index: number): void => {
    const id = items.get(index)?.id;
    if (id !== undefined) selection.value = toggle(selection.peek(), id);
  };
  return (
    <ImageGrid
      label={albumText.value.grid}
      items={items}
      sections={list.sections}
      isWhole={!list.hasMore}
      isScrubbed={false}
      mode={viewMode.value}
      selected={selection.value.ids}
      isSelecting={selecting.pressSelects}
      activeId={activeId.value}
      isBusy={list.isOutdated}
      takesFocus={isReturning.value}
      onFocusTaken={() => (isReturning.value = false)}
      place={place}
      pathOf={walk.pathOf}
      onActivate={walk.activate}
      onOpen={(id) => openImage(id, walk.pathOf(id), route)}
      onToggle={pick}
      onSelectTo={(index) => (selection.value = selectTo(selection.peek(), items, index))}
      onSelectAll={() => void selecting.selectAll()}
      onClear={() => selecting.end()}
      onDelete={onDelete}
      onCopy={(index) => void copyLinkOf(items.get(index))}
      onImages={() => undefined}
      onSight={onSight}
      onPlace={(next) => Object.assign(place, next)}
    />
  );
}

function EmptyAlbum() {
  const words = albumText.value;
  return (
    <EmptyState icon="albums" title={words.emptyAlbum}>
      <p>{words.emptyAlbumHint}</p>
      <LinkButton href={PAGES.gallery}>{words.toGallery}</LinkButton>
    </EmptyState>
  );
}
