import './images.css';
import { api, call } from '../../../api/client.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { readImageChoice, toImagesQuery, type ImageChoice } from '../model/image-choice.ts';
import { useChoice } from '../model/use-choice.ts';
import { usePages } from '../model/use-pages.ts';
import { SectionHead } from '../section-head.tsx';
import { HashResults } from './hash-results.tsx';
import { ImageFilters } from './image-filters.tsx';
import { ImageRows } from './image-rows.tsx';

export function ImagesSection() {
  const admin = adminText.value;
  const [choice, choose] = useChoice('/admin/images', readImageChoice);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.images} intro={admin.images.intro} />
      <ImageFilters key={choice.filter} choice={choice} onChoose={choose} />
      {choice.filter === 'hash' ? (
        <HashResults typed={choice.value} />
      ) : (
        <ImageList choice={choice} />
      )}
    </section>
  );
}

function ImageList({ choice }: { readonly choice: ImageChoice }) {
  const { common } = text.value;
  const { images } = adminText.value;
  const filter = toImagesQuery(choice);
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
  if (filter === null) return <p class="card admin-soft">{images.choose}</p>;
  if (items === undefined) {
    return list.error === null ? null : <ErrorState error={list.error} onRetry={list.reload} />;
  }
  return (
    <ImageRows
      items={items}
      onChanged={list.reload}
      onDeleted={list.reload}
      before={items.length === 0 && <EmptyState icon="gallery" title={images.empty} />}
    >
      {list.hasMore && (
        <div class="admin-more">
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </ImageRows>
  );
}
