import { useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { PAGES } from '../../../shared/pages.ts';
import {
  freshCount,
  isDockWanted,
  listed,
  pressSelects,
  shownQuery,
  toggleSelecting,
  total,
} from './model/gallery-state.ts';
import { followGallery, openGallery, reload } from './model/gallery.ts';
import { isFiltered, readQuery, toAddress, WHOLE_LIBRARY } from './model/gallery-query.ts';
import { lazyComponent } from '../../widgets/lazy-component.tsx';
import { formatNumber } from '../../state/format.ts';
import { galleryText } from '../../text/gallery.ts';
import { useTitle } from '../../state/title.ts';
import { Button } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { ErrorState } from '../../widgets/states.tsx';
import { focusGrid } from './focus-grid.ts';
import { GalleryMore } from './gallery-more.tsx';
import { GalleryList } from './gallery-list.tsx';
import { GalleryToolbar } from './gallery-toolbar.tsx';
import { NoImages } from './no-images.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { ViewSwitch } from './view-switch.tsx';

const SelectionBar = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar);

export function GalleryPage() {
  const gallery = galleryText.value;
  const { query: parameters } = useLocation();
  const wanted = readQuery(parameters);
  const address = toAddress(wanted);
  useTitle(gallery.title);
  useLayoutEffect(() => openGallery(wanted), [address]);
  useEffect(followGallery, []);
  const { items, error, hasMore, isOutdated } = listed.value;
  const isEmpty = items.length === 0 && !hasMore && !isOutdated;
  const isDockShown = isDockWanted.value || pressSelects.value || isEmpty || error !== null;
  const isWholeEmpty = isEmpty && !isFiltered(shownQuery.value);
  return (
    <div class="gallery">
      <header class="gallery-header">
        <div class="gallery-title">
          <h1>{gallery.title}</h1>
          <p role="status">{describeCount()}</p>
        </div>
        {!isWholeEmpty && <GalleryToolbar />}
        <a class="button button-quiet gallery-trash" href={PAGES.trash} title={gallery.trash}>
          <Icon name="trash" />
          <span class="gallery-action-label">{gallery.trash}</span>
        </a>
        {(items.length > 0 || isOutdated) && (
          <div class="gallery-views">
            <ViewSwitch />
            <Button
              kind="quiet"
              icon="check"
              aria-pressed={pressSelects.value}
              onClick={toggleSelecting}
            >
              <span class="gallery-action-label">{gallery.selectImages}</span>
            </Button>
          </div>
        )}
        <GalleryMore hasImages={items.length > 0 || isOutdated} />
      </header>
      <FreshImages />
      {error !== null && isOutdated && <ErrorState error={error} onRetry={reload} />}
      {isEmpty ? <NoImages /> : (error === null || !isOutdated) && <GalleryList />}
      {isDockShown && <SelectionBar />}
      <ShortcutsHelp />
    </div>
  );
}

function describeCount(): string {
  const gallery = galleryText.value;
  const { items, hasMore, isOutdated } = listed.value;
  if (isOutdated) return '';
  const count = total.value;
  if (!isFiltered(shownQuery.value)) {
    return count === null || count === 0 ? '' : gallery.images(count, formatNumber(count));
  }
  if (count !== null) return gallery.matching(count, formatNumber(count));
  return items.length === 0 && hasMore
    ? gallery.searching
    : gallery.atLeastMatching(formatNumber(items.length));
}

function FreshImages() {
  const { route } = useLocation();
  const count = freshCount.value;
  const show = (): void => {
    window.scrollTo(0, 0);
    if (shownQuery.peek().sort === 'newest') reload();
    else route(toAddress({ ...shownQuery.peek(), sort: WHOLE_LIBRARY.sort }), true);
    focusGrid();
  };
  return (
    <div class="gallery-fresh" role="status">
      {count > 0 && (
        <Button kind="primary" onClick={show}>
          {galleryText.value.showFresh(count)}
        </Button>
      )}
    </div>
  );
}
