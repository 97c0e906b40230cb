import './images.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { Image } from '../../../api/types.ts';
import { announceImages } from '../../../state/image-changes.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { useFocusFallback } from '../../../widgets/use-focus-fallback.ts';
import { readImageChoice, toImagesQuery, type ImageChoice } from '../model/image-choice.ts';
import { useChoice } from '../model/use-choice.ts';
import { usePages } from '../model/use-pages.ts';
import { learnNames } from '../model/user-names.ts';
import { SectionHead } from '../section-head.tsx';
import { ImageFilters } from './image-filters.tsx';
import { ImageRow } from './image-row.tsx';

export function ImagesSection() {
  const admin = adminText.value;
  const [choice, choose] = useChoice('/admin/images', readImageChoice);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.images} intro={admin.images.intro} />
      <ImageFilters key={choice.filter} choice={choice} onChoose={choose} />
      <ImageList choice={choice} />
    </section>
  );
}

function ImageList({ choice }: { readonly choice: ImageChoice }) {
  const { common } = text.value;
  const { images, sections } = adminText.value;
  const filter = toImagesQuery(choice);
  const deleted = useSignal<Image | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // A deleted image leaves the list with its buttons.
  useFocusFallback(() => box.current);
  const list = usePages(
    filter === null
      ? null
      : (page, signal) =>
          call(
            api.GET('/api/v1/admin/images', { params: { query: { ...filter, ...page } }, signal }),
          ),
    `${choice.filter} ${choice.value}`,
  );
  const { items } = list;
  const owners = [...new Set(items?.map(({ user_id: owner }) => owner))];
  useEffect(() => void learnNames(owners), [owners.join()]);
  const remove = async (id: number): Promise<void> => {
    await call(api.DELETE('/api/v1/images/{id}', { params: { path: { id } } }));
    announceImages({ gone: [id] });
    list.reload();
  };
  if (filter === null) return <p class="card admin-soft">{images.choose}</p>;
  if (items === undefined) {
    return list.error === null ? null : <ErrorState error={list.error} onRetry={list.reload} />;
  }
  const { value: doomed } = deleted;
  return (
    <div ref={box} class="admin-section" tabIndex={-1}>
      {items.length === 0 && <EmptyState icon="gallery" title={images.empty} />}
      <ul class="admin-list" aria-label={sections.images} hidden={items.length === 0}>
        {items.map((image) => (
          <ImageRow
            key={image.id}
            image={image}
            onChanged={list.reload}
            onDelete={() => {
              deleted.value = image;
            }}
          />
        ))}
      </ul>
      {list.hasMore && (
        <div class="admin-more">
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
      {doomed !== null && (
        <ConfirmDialog
          title={images.deleteTitle(doomed.title)}
          action={common.delete}
          onConfirm={() => remove(doomed.id)}
          onClose={() => {
            deleted.value = null;
          }}
        >
          <p>{images.deleteText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
