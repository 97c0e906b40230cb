import './trash.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { TrashedImage } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { announceImages, watchImages } from '../../state/image-changes.ts';
import { isAccountLocked } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { text } from '../../text/language.ts';
import { trashText } from '../../text/trash.ts';
import { Button } from '../../widgets/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../widgets/states.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { useAction } from '../../widgets/use-action.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { usePages, type PagedList } from '../admin/model/use-pages.ts';
import { readTrash, restore } from './trash-calls.ts';
import { TrashItem } from './trash-item.tsx';
import { TrashTools } from './trash-tools.tsx';

export function TrashPage() {
  const words = trashText.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = usePages(readTrash, 'trash');
  const { items, hasMore, error, reload } = pages;
  useTitle(words.title);
  useFocusFallback(() => heading.current);
  // A deletion that could still be undone arrives later.
  useEffect(() => watchImages(reload), [reload]);
  const isEmpty = items?.length === 0 && !hasMore;
  return (
    <div class="trash">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      {items === undefined && error === null && <Loading />}
      {error !== null && <ErrorState error={error} onRetry={reload} />}
      {isEmpty && (
        <EmptyState icon="trash" title={words.empty}>
          <p>{words.emptyHint}</p>
        </EmptyState>
      )}
      {items !== undefined && !isEmpty && <Images items={items} pages={pages} />}
    </div>
  );
}

interface ImagesProps {
  readonly items: readonly TrashedImage[];
  readonly pages: PagedList<TrashedImage>;
}

function Images({ items, pages: { hasMore, isLoadingMore, loadMore, reload } }: ImagesProps) {
  const words = trashText.value;
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const ids = items.map(({ id }) => id).filter((id) => chosen.value.has(id));
  const isAll = ids.length === items.length;
  const restoration = useAction();
  const restoreAll = (ofThese: readonly number[]): Promise<void> =>
    restoration.run(async () => {
      try {
        const count = await restore(ofThese);
        showToast({ message: words.restored(count, formatNumber(count)) });
        announceImages();
      } finally {
        reload();
      }
    });
  const select = (id: number) => (isSelected: boolean) => {
    const others = ids.filter((other) => other !== id);
    chosen.value = new Set(isSelected ? [...others, id] : others);
  };
  return (
    <>
      <p class="trash-soft">{words.hint}</p>
      {!isAccountLocked.value && (
        <div class="trash-bar">
          <label class="trash-all">
            <input
              type="checkbox"
              checked={isAll}
              onChange={() => (chosen.value = new Set(isAll ? [] : items.map(({ id }) => id)))}
            />
            {words.selectAll}
          </label>
          <p role="status">{ids.length > 0 && words.selected(formatNumber(ids.length))}</p>
          <TrashTools
            ids={ids}
            shownCount={items.length}
            hasMore={hasMore}
            restoration={restoration}
            onRestore={() => void restoreAll(ids)}
            onChanged={reload}
          />
        </div>
      )}
      <ul class="trash-list" aria-label={words.list}>
        {items.map((image) => (
          <TrashItem
            key={image.id}
            image={image}
            isSelected={chosen.value.has(image.id)}
            onSelect={select(image.id)}
            onRestore={isAccountLocked.value ? null : () => void restoreAll([image.id])}
          />
        ))}
      </ul>
      {hasMore && (
        <Button isBusy={isLoadingMore} onClick={loadMore}>
          {text.value.common.more}
        </Button>
      )}
    </>
  );
}
