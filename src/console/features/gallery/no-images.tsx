import { useLocation } from 'preact-iso/router';
import { PAGES } from '../../../shared/pages.ts';
import { isFiltered, toAddress } from './model/gallery-query.ts';
import { shownQuery } from './model/gallery-state.ts';
import { galleryText } from '../../text/gallery.ts';
import { Button, LinkButton } from '../../widgets/button.tsx';
import { EmptyState } from '../../widgets/states.tsx';

export function NoImages() {
  const gallery = galleryText.value;
  const { route } = useLocation();
  if (!isFiltered(shownQuery.value)) {
    return (
      <EmptyState icon="gallery" title={gallery.empty}>
        <p>{gallery.emptyHint}</p>
        <LinkButton href={PAGES.upload} kind="primary" icon="upload">
          {gallery.emptyAction}
        </LinkButton>
      </EmptyState>
    );
  }
  const everything = toAddress({ ...shownQuery.value, search: '', visibility: 'all' });
  return (
    <EmptyState icon="search" title={gallery.noMatch}>
      <p>{gallery.noMatchHint}</p>
      <Button onClick={() => route(everything, true)}>{gallery.showAll}</Button>
    </EmptyState>
  );
}
