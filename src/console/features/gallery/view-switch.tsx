import { chooseViewMode, viewMode } from './model/view-mode.ts';
import { VIEW_MODES } from './model/stored-view.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';

export function ViewSwitch() {
  const gallery = galleryText.value;
  return (
    <div class="gallery-modes" role="group" aria-label={gallery.modesLabel}>
      {VIEW_MODES.map((mode) => (
        <button
          key={mode}
          type="button"
          class="icon-button button-quiet"
          aria-label={gallery.modes[mode]}
          title={gallery.modes[mode]}
          aria-pressed={viewMode.value === mode}
          onClick={() => chooseViewMode(mode)}
        >
          {mode === 'list' ? <Icon name="list" /> : gallery.sizeLetters[mode]}
        </button>
      ))}
    </div>
  );
}
