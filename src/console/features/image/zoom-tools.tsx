import { formatPercent } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { IconButton } from '../../widgets/button.tsx';
import { StepButton } from './step-button.tsx';
import type { Steps } from './use-steps.ts';
import { ZOOM_STEP } from './zoom-keys.ts';
import { fitScale, shownView, zoomBy, zoomTo, type ZoomFrame, type View } from './zoom-view.ts';

interface ZoomToolsProps {
  readonly view: View | null;
  readonly frame: ZoomFrame;
  readonly steps: Steps | null;
  readonly isFull: boolean;
  readonly onView: (view: View | null) => void;
  readonly onFull: () => void;
}

export function ZoomTools({ view, frame, steps, isFull, onView, onFull }: ZoomToolsProps) {
  const { common } = text.value;
  const image = imageText.value;
  const { scale } = shownView(view, frame);
  const isActual = scale === 1;
  return (
    <div class="image-tools" role="group" aria-label={image.zoomControls}>
      {isFull && <StepButton steps={steps} step="previous" />}
      <IconButton
        icon="minus"
        label={image.zoomOut}
        isBlocked={view === null}
        onClick={() => onView(zoomBy(view, 1 / ZOOM_STEP, frame))}
      />
      <output class="image-scale">{formatPercent(scale)}</output>
      <IconButton
        icon="plus"
        label={image.zoomIn}
        onClick={() => onView(zoomBy(view, ZOOM_STEP, frame))}
      />
      <button
        type="button"
        class="button button-quiet"
        aria-label={`1:1, ${image.zoomActual}`}
        title={image.zoomActual}
        aria-disabled={isActual || fitScale(frame) === 1}
        onClick={() => onView(zoomTo(view, 1, frame))}
      >
        1:1
      </button>
      <IconButton
        icon="fit"
        label={image.zoomFit}
        isBlocked={view === null}
        onClick={() => onView(null)}
      />
      <IconButton
        icon={isFull ? 'close' : 'expand'}
        label={isFull ? common.close : image.fullWindow}
        onClick={onFull}
      />
      {isFull && <StepButton steps={steps} step="next" />}
    </div>
  );
}
