import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  SEARCH_MAX_CHARACTERS,
  toAddress,
  type GalleryQuery,
} from '../../gallery/gallery-query.ts';
import { query } from '../../gallery/gallery.ts';
import { text } from '../../state/language.ts';
import { SelectField } from '../../widgets/field.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** So long a person may pause between two letters. */
const TYPING_MS = 250;

/** Search, filter and order. The address takes them over. */
export function GalleryToolbar() {
  const { gallery } = text.value;
  const { route } = useLocation();
  const { sort, visibility } = query.value;
  const show = (change: Partial<GalleryQuery>): void =>
    route(toAddress({ ...query.peek(), ...change }), true);
  return (
    <>
      <div class="gallery-toolbar" role="search">
        <SearchBox onSearch={(search) => show({ search })} />
        <SelectField
          label={gallery.filterLabel}
          isLabelHidden
          value={visibility}
          options={gallery.filters}
          onValue={(value) => show({ visibility: value })}
        />
        <SelectField
          label={gallery.sortLabel}
          isLabelHidden
          value={sort}
          options={gallery.sorts}
          onValue={(value) => show({ sort: value })}
        />
      </div>
      {sort === 'views' && <p class="gallery-hint">{gallery.viewsLag}</p>}
    </>
  );
}

/** Searches as one types. What is typed stands until the address says something else by itself, as on going back. */
function SearchBox({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const { gallery } = text.value;
  const { search } = query.value;
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    clearTimeout(timer.current);
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (value: string): void => {
    clearTimeout(timer.current);
    if (value === sent.current) return;
    sent.current = value;
    onSearch(value);
  };
  return (
    <div class="gallery-search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={gallery.searchLabel}
        placeholder={gallery.searchHint}
        autocomplete="off"
        enterkeyhint="search"
        maxLength={SEARCH_MAX_CHARACTERS}
        value={typed}
        onInput={(event) => {
          const { value } = event.currentTarget;
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(value), TYPING_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) send(event.currentTarget.value);
        }}
      />
    </div>
  );
}
