import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SEARCH_MAX_CHARACTERS, toAddress, type GalleryQuery } from './model/gallery-query.ts';
import { shownQuery } from './model/gallery-state.ts';
import { TypedSearch } from '../../widgets/typed-search.ts';
import { galleryText } from '../../text/gallery.ts';
import { SelectField } from '../../widgets/field.tsx';
import { Icon } from '../../widgets/icon.tsx';

export function GalleryToolbar() {
  const gallery = galleryText.value;
  const { route } = useLocation();
  const { sort, visibility } = shownQuery.value;
  const show = (change: Partial<GalleryQuery>): void =>
    route(toAddress({ ...shownQuery.peek(), ...change }), true);
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

/** Searches while typing. The typed text stays until the address changes otherwise, as on Back. */
function SearchBox({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const gallery = galleryText.value;
  const { search } = shownQuery.value;
  const [typed, setTyped] = useState(search);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const [typing] = useState(() => new TypedSearch(search, (value) => latest.current(value)));
  useEffect(() => {
    if (typing.follow(search)) setTyped(search);
  }, [search, typing]);
  useEffect(() => () => typing.stop(), [typing]);
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
          typing.type(value, event.isComposing);
        }}
        // Some browsers fire no input event after composing.
        onCompositionEnd={(event) => typing.type(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) typing.submit(event.currentTarget.value);
        }}
      />
    </div>
  );
}
