import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Size } from '../../../shared/pixels.ts';
import { imageText } from '../../text/image.ts';
import type { ShownImage } from './shown-image.ts';
import { ImagePlane } from './image-plane.tsx';
import { followSwipe } from './swipe.ts';
import type { Steps } from './use-steps.ts';
import { useZoomGestures } from './zoom-gestures.ts';
import { zoomByKey } from './zoom-keys.ts';
import { ZoomTools } from './zoom-tools.tsx';
import { shownView, type View } from './zoom-view.ts';

interface ViewerProps {
  readonly image: ShownImage;
  readonly steps: Steps | null;
  /** Whether it fills the window; the wheel then zooms without Ctrl. */
  readonly isFull?: boolean;
  readonly onFull: () => void;
}

export function Viewer({ image, steps, isFull = false, onFull }: ViewerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const box = useSizeOf(stage);
  const zoomed = useSignal<{ readonly id: number; readonly view: View | null } | null>(null);
  /** Gestures move without a transition, keys and buttons with one. */
  const isByHand = useSignal(false);
  const swipedPx = useSignal(0);

  // The next image is fitted.
  const readView = (): View | null => (zoomed.value?.id === image.id ? zoomed.value.view : null);
  const view = readView();
  const frame = { image, box: box.value ?? { width: 1, height: 1 } };
  const change = (next: (view: View | null) => View | null, byHand = false): void => {
    isByHand.value = byHand;
    zoomed.value = { id: image.id, view: next(readView()) };
  };
  const gestures = useZoomGestures(frame, change, isFull, {
    isZoomed: view !== null,
    onSwiping: (x) => {
      isByHand.value = x !== 0;
      swipedPx.value = followSwipe(x, (step) => (steps?.[step] ?? null) !== null);
    },
    onSwipe: (step) => steps?.go(step),
  });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key === 'f' ? undefined : zoomByKey(event.key, view, frame);
    if (event.key === 'f') onFull();
    if (next === undefined) return;
    event.preventDefault();
    change(() => next);
  };
  return (
    <div class="image-viewer" data-full={isFull} onKeyDown={onKeyDown}>
      <div
        ref={stage}
        class="image-stage"
        role="group"
        aria-label={imageText.value.stage}
        tabIndex={0}
        data-zoomed={view !== null}
        style={isFull ? {} : { aspectRatio: `${image.width} / ${image.height}` }}
        {...gestures}
      >
        {box.value !== null && (
          <ImagePlane
            key={image.id}
            image={image}
            view={moveAside(shownView(view, frame), swipedPx.value)}
            isByHand={isByHand.value}
            ahead={steps?.ahead ?? null}
            stage={stage}
          />
        )}
      </div>
      <ZoomTools
        view={view}
        frame={frame}
        steps={steps}
        isFull={isFull}
        onView={(next) => change(() => next)}
        onFull={onFull}
      />
    </div>
  );
}

function useSizeOf(element: { readonly current: HTMLElement | null }) {
  const size = useSignal<Size | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = (): void => {
      size.value = { width: measured.clientWidth, height: measured.clientHeight };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, size]);
  return size;
}

function moveAside({ scale, middle }: View, x: number): View {
  return { scale, middle: { x: middle.x + x, y: middle.y } };
}
