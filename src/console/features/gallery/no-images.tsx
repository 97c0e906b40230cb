import { useLocation } from 'preact-iso/router';
import { isFiltered, toAddress } from './model/gallery-query.ts';
import { shownQuery } from './model/gallery-state.ts';
import { galleryText } from '../../text/gallery.ts';
import { Button } from '../../widgets/button.tsx';
import { DropZone } from './drop-zone.tsx';
import { EmptyState } from '../../widgets/states.tsx';

export function NoImages() {
  const gallery = galleryText.value;
  const { route } = useLocation();
  if (!isFiltered(shownQuery.value)) {
    return <DropZone />;
  }
  const everything = toAddress({ ...shownQuery.value, search: '', visibility: 'all' });
  return (
    <EmptyState icon="search" title={gallery.noMatch}>
      <p>{gallery.noMatchHint}</p>
      <Button onClick={() => route(everything, true)}>{gallery.showAll}</Button>
    </EmptyState>
  );
}
