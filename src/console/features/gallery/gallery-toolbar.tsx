import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { SEARCH_MAX_CODE_POINTS } from '../../../shared/entry-rules.ts';
import { toAddress, WHOLE_LIBRARY, type GalleryQuery } from './model/gallery-query.ts';
import { shownQuery } from './model/gallery-state.ts';
import { galleryText } from '../../text/gallery.ts';
import { SelectField } from '../../widgets/field.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { isForPage } from '../../widgets/page-keys.ts';
import { useTypedSearch } from '../../widgets/use-typed-search.ts';

export function GalleryToolbar() {
  const gallery = galleryText.value;
  const { route } = useLocation();
  const { sort, visibility } = shownQuery.value;
  const show = (change: Partial<GalleryQuery>): void =>
    route(toAddress({ ...shownQuery.peek(), ...change }), true);
  return (
    <div class="gallery-toolbar" role="search">
      <SearchBox onSearch={(search) => show({ search })} />
      <div class="gallery-choice" data-changed={visibility !== WHOLE_LIBRARY.visibility}>
        <SelectField
          label={gallery.filterLabel}
          isLabelHidden
          value={visibility}
          options={gallery.filters}
          onValue={(value) => show({ visibility: value })}
        />
        <Icon name="eye" />
      </div>
      <div class="gallery-choice" data-changed={sort !== WHOLE_LIBRARY.sort}>
        <SelectField
          label={gallery.sortLabel}
          isLabelHidden
          value={sort}
          options={gallery.sorts}
          onValue={(value) => show({ sort: value })}
        />
        <SortIcon />
      </div>
    </div>
  );
}

/** Not among the icons of every page. */
function SortIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 7h16M7 12h10M10 17h4" />
    </svg>
  );
}

function SearchBox({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const gallery = galleryText.value;
  const { typed, onText, submit } = useTypedSearch(shownQuery.value.search, onSearch);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '/' || !isForPage(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div class="gallery-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-keyshortcuts="/"
        aria-label={gallery.searchLabel}
        placeholder={gallery.searchHint}
        autocomplete="off"
        enterkeyhint="search"
        maxLength={SEARCH_MAX_CODE_POINTS}
        value={typed}
        onInput={(event) => onText(event.currentTarget.value, event.isComposing)}
        // Some browsers fire no input event after composing.
        onCompositionEnd={(event) => onText(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing) submit(event.currentTarget.value);
        }}
      />
    </div>
  );
}
