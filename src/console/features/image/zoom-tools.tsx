import { formatPercent } from '../../state/format.ts';
import { imageText } from '../../text/image.ts';
import { IconButton } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import type { Zoom } from './use-zoom.ts';
import { ZOOM_STEP } from './zoom-keys.ts';
import { fitScale, shownView, zoomBy, zoomTo } from './zoom-view.ts';
import { FIT, PLUS } from '../../widgets/rare-icons.ts';

export function ZoomTools({ zoom: { view, frame, change } }: { readonly zoom: Zoom }) {
  const image = imageText.value;
  return (
    <div class="viewer-zoom" role="group" aria-label={image.zoomControls}>
      <IconButton
        icon="minus"
        label={image.zoomOut}
        aria-keyshortcuts="-"
        isBlocked={view === null}
        onClick={() => change((now) => zoomBy(now, 1 / ZOOM_STEP, frame))}
      />
      <output class="viewer-scale">{formatPercent(shownView(view, frame).scale)}</output>
      <IconButton
        icon={PLUS}
        label={image.zoomIn}
        aria-keyshortcuts="+"
        onClick={() => change((now) => zoomBy(now, ZOOM_STEP, frame))}
      />
      {/* One button, so that it keeps the focus. */}
      <button
        type="button"
        class="icon-button button-quiet"
        aria-label={view === null ? `1:1, ${image.zoomActual}` : image.zoomFit}
        aria-keyshortcuts={view === null ? '1' : '0'}
        aria-disabled={view === null && fitScale(frame) === 1}
        title={view === null ? `1:1, ${image.zoomActual}` : image.zoomFit}
        onClick={() => change((now) => (now === null ? zoomTo(now, 1, frame) : null))}
      >
        {view === null ? '1:1' : <Icon name={FIT} />}
      </button>
    </div>
  );
}
