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
import { NOTHING_SELECTED, selectOnly, selectTo, toggle } from '../gallery/model/selection.ts';
import { viewMode } from '../gallery/model/view-mode.ts';
import { copyLinkOf } from '../gallery/copy-link.ts';
import { openImage } from '../gallery/open-image.ts';
import { AlbumSelection } from './album-selection.tsx';
import { dropTarget, edgeTarget, stepTarget } from './move-target.ts';
import type { AlbumWalk } from './model/album-walk.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { useDrag } from './use-drag.ts';
import { useMoves } from './use-moves.ts';

interface ImagesProps {
  readonly walk: AlbumWalk;
  readonly album: Album;
  readonly onChange: (album: Album) => void;
  /** After images have gone. */
  readonly onMembers: () => void;
}

export function AlbumImages({ walk, album, onChange, onMembers }: ImagesProps) {
  const words = albumText.value;
  const { route } = useLocation();
  const { list, items, selection, activeId, place } = walk;
  const { sections, hasMore, error, isOutdated } = list;
  const onSight = useCallback((first: number, last: number) => walk.see(first, last), [walk]);
  const { ids } = selection.value;
  const isMovable = album.order === 'manual' && !isOutdated && !isAccountLocked.value;
  const removed = useSignal<readonly number[] | null>(null);
  const move = useMoves(walk);
  /** The selection, or one image outside of it. */
  const movedWith = (id: number | null): ReadonlySet<number> =>
    id === null || ids.has(id) ? ids : new Set([id]);
  const step = (moved: ReadonlySet<number>, by: -1 | 1): void =>
    move(stepTarget(items, moved, by, hasMore));
  const drag = useDrag((from, to) =>
    move(dropTarget(items, movedWith(items[from]?.id ?? null), to, hasMore)),
  );
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (!isMovable || !event.altKey) return;
    const moved = movedWith(activeId.peek());
    const count = album.image_count;
    if (event.key === 'ArrowLeft') step(moved, -1);
    else if (event.key === 'ArrowRight') step(moved, 1);
    else if (event.key === 'Home') move(edgeTarget(items, moved, 'first', { hasMore, count }));
    else if (event.key === 'End') move(edgeTarget(items, moved, 'last', { hasMore, count }));
    else return;
    event.preventDefault();
    event.stopPropagation();
    requestAnimationFrame(showActive);
  };
  const remove = (): void => {
    const { value: active } = activeId;
    if (isAccountLocked.peek()) return;
    removed.value = ids.size > 0 ? [...ids] : active === null ? null : [active];
  };
  const pick = (index: number): void => {
    const id = items[index]?.id;
    if (id !== undefined) selection.value = toggle(selection.peek(), id);
  };
  if (error !== null) return <ErrorState error={error} onRetry={() => list.retry()} />;
  if (isOutdated && items.length === 0) return <Loading />;
  if (items.length === 0 && !hasMore) return <EmptyAlbum />;
  return (
    <>
      <div
        class="album-grid"
        data-movable={isMovable}
        onKeyDownCapture={onKeyDownCapture}
        {...(isMovable ? drag : {})}
      >
        <ImageGrid
          label={words.grid}
          items={items}
          sections={sections}
          isWhole={!hasMore}
          isScrubbed={false}
          mode={viewMode.value}
          selected={ids}
          isSelecting={ids.size > 0}
          activeId={activeId.value}
          isBusy={isOutdated}
          takesFocus={isReturning.value}
          onFocusTaken={() => (isReturning.value = false)}
          place={place}
          onActivate={(id) => (activeId.value = id)}
          pathOf={walk.pathOf}
          onOpen={(id) => openImage(id, walk.pathOf(id), route)}
          onToggle={pick}
          onSelectTo={(index) => (selection.value = selectTo(selection.peek(), items, index))}
          onSelectAll={() =>
            (selection.value = selectOnly(items.flatMap((item) => item?.id ?? [])))
          }
          onClear={() => (selection.value = NOTHING_SELECTED)}
          onDelete={remove}
          onCopy={(index) => void copyLinkOf(items[index])}
          onImages={() => undefined}
          onSight={onSight}
          onPlace={(next) => Object.assign(place, next)}
        />
      </div>
      {ids.size > 0 && (
        <AlbumSelection
          album={album}
          ids={[...ids]}
          onChange={onChange}
          onClear={() => (selection.value = NOTHING_SELECTED)}
          onRemove={remove}
          onStep={isMovable ? (by) => step(ids, by) : null}
        />
      )}
      {removed.value !== null && (
        <RemoveDialog
          album={album}
          ids={removed.value}
          onRemoved={() => {
            selection.value = NOTHING_SELECTED;
            walk.reload();
            onMembers();
          }}
          onClose={() => (removed.value = null)}
        />
      )}
    </>
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

function showActive(): void {
  document
    .querySelector('.album-grid [data-index][tabindex="0"]')
    ?.scrollIntoView({ block: 'nearest' });
}
