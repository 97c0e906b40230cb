import { useLocation } from 'preact-iso/router';
import { PAGES } from '../../../shared/pages.ts';
import { pressSelects, toggleSelecting } from './model/gallery-state.ts';
import { chooseViewMode, viewMode } from './model/view-mode.ts';
import { VIEW_MODES } from './model/stored-view.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';
import { Menu, type MenuItem } from '../../widgets/menu.tsx';

/** The controls of the view, where a narrow window has no room for them. */
export function GalleryMore({ hasImages }: { readonly hasImages: boolean }) {
  const gallery = galleryText.value;
  const { route } = useLocation();
  const modes: MenuItem[] = VIEW_MODES.map((mode) => ({
    label: gallery.modes[mode],
    group: gallery.modesLabel,
    isChecked: viewMode.value === mode,
    onSelect: () => chooseViewMode(mode),
  }));
  const select: MenuItem = {
    label: pressSelects.value ? gallery.clear : gallery.pressToSelect,
    icon: 'check',
    onSelect: toggleSelecting,
  };
  const trash: MenuItem = {
    label: gallery.trash,
    icon: 'trash',
    onSelect: () => route(PAGES.trash),
  };
  return (
    <div class="gallery-more">
      <Menu
        label={gallery.more}
        button={<Icon name="more" />}
        items={hasImages ? [...modes, select, trash] : [trash]}
      />
    </div>
  );
}
