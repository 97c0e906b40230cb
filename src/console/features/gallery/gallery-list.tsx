import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useCallback } from 'preact/hooks';
import {
  activeId,
  endSelecting,
  freshCount,
  isAtStart,
  isDockWanted,
  list,
  listed,
  place,
  pressSelects,
  shownQuery,
  selection,
} from './model/gallery-state.ts';
import { lookAgain, readAround } from './model/gallery.ts';
import { dateSortOf, PAGE_IMAGES, toAddress } from './model/gallery-query.ts';
import { isReturning } from './model/is-returning.ts';
import { selectRange } from './model/select-months.ts';
import { selectOnly, toggle } from './model/selection.ts';
import { GALLERY_WALK } from './model/walk.ts';
import { viewMode } from './model/view-mode.ts';
import { importForAction } from '../../widgets/import-chunk.ts';
import { explainError } from '../../state/explain-error.ts';
import { text } from '../../text/language.ts';
import { isAccountLocked } from '../../state/session.ts';
import { galleryText } from '../../text/gallery.ts';
import { Button } from '../../widgets/button.tsx';
import type { ChangeDialog } from './change-dialog.tsx';
import { copyLinkOf } from './copy-link.ts';
import { ImageGrid } from './image-grid.tsx';
import { openImage } from './open-image.ts';
import { useCarry } from './use-carry.ts';

/** As many as a large window shows; the rest is cut off. */
const AWAITED_IMAGES = 24;

interface Asked {
  readonly ids: readonly number[];
  readonly Dialog: typeof ChangeDialog;
}

export function GalleryList() {
  const gallery = galleryText.value;
  const { route } = useLocation();
  const { items, sections, hasMore, isOutdated } = listed.value;
  const asked = useSignal<Asked | null>(null);
  const { carried, handlers } = useCarry();
  const onSight = useCallback((first: number, last: number) => {
    isAtStart.value = first === 0;
    if (isAtStart.value && freshCount.peek() > 0 && shownQuery.peek().sort === 'newest')
      lookAgain();
    readAround(first, last);
  }, []);
  const pick = (index: number): void => {
    const id = items.get(index)?.id;
    if (id === undefined) return;
    activeId.value = id;
    selection.value = toggle(selection.peek(), id);
  };
  const askToDelete = async (): Promise<void> => {
    const ids = chosenIds();
    if (isAccountLocked.peek() || ids.length === 0) return;
    const loaded = await importForAction(() => import('./change-dialog.tsx'));
    if (loaded === null) return;
    isDockWanted.value = true;
    asked.value = { ids, Dialog: loaded.ChangeDialog };
  };
  return (
    <>
      {items.length > 0 && (
        <div class="gallery-carry" {...handlers}>
          <ImageGrid
            // Another list begins at its start.
            key={toAddress(shownQuery.value)}
            label={gallery.grid}
            items={items}
            sections={sections}
            isWhole={!hasMore}
            isScrubbed={sections[0]?.month !== '' && (hasMore || items.length > PAGE_IMAGES)}
            mode={viewMode.value}
            selected={selection.value.ids}
            isSelecting={pressSelects.value}
            activeId={activeId.value}
            isBusy={isOutdated}
            takesFocus={isReturning.value}
            onFocusTaken={() => (isReturning.value = false)}
            place={place.peek()}
            onActivate={(id) => (activeId.value = id)}
            pathOf={GALLERY_WALK.pathOf}
            onOpen={(id) => openImage(id, GALLERY_WALK.pathOf(id), route)}
            onToggle={pick}
            onSelectTo={(index) => void selectRange(index)}
            onSelectAll={() => (selection.value = selectOnly(list.peek().items.ids()))}
            onClear={endSelecting}
            onDelete={() => void askToDelete()}
            onCopy={(index) => void copyLinkOf(items.get(index))}
            onImages={() => (isDockWanted.value = true)}
            onSight={onSight}
            onPlace={({ index, offsetPx }) => Object.assign(place.peek(), { index, offsetPx })}
          />
        </div>
      )}
      {carried !== null && <carried.Tray count={carried.ids.length} />}
      <GalleryTail />
      {asked.value !== null && (
        <asked.value.Dialog
          change="trash"
          ids={asked.value.ids}
          onClose={() => (asked.value = null)}
        />
      )}
    </>
  );
}

function GalleryTail() {
  const { common } = text.value;
  const gallery = galleryText.value;
  const { items, hasMore, isLoading, error, isOutdated } = listed.value;
  if (error !== null && !isOutdated) {
    return (
      <div class="gallery-tail" role="alert">
        <p>
          {gallery.moreFailed} {explainError(error)}
        </p>
        <Button onClick={() => list.peek().retry()}>{common.retry}</Button>
      </div>
    );
  }
  if (!hasMore) return null;
  return (
    <div class={items.length === 0 ? undefined : 'gallery-tail'}>
      {isLoading && <span class="visually-hidden">{gallery.loadingMore}</span>}
      {items.length === 0 && <GridSkeleton />}
    </div>
  );
}

function chosenIds(): readonly number[] {
  const { ids } = selection.value;
  if (ids.size > 0) return [...ids];
  return activeId.value === null ? [] : [activeId.value];
}

function GridSkeleton() {
  const kind = viewMode.value === 'list' ? 'list' : 'rows';
  return (
    <div
      class={`gallery-awaited gallery-awaited-${kind}`}
      data-months={dateSortOf(shownQuery.value) !== null}
      aria-hidden="true"
    >
      {Array.from({ length: AWAITED_IMAGES }, (_, index) => (
        <span key={index} class="gallery-preview" />
      ))}
    </div>
  );
}
