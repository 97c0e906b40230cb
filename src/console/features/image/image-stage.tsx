import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Size } from '../../../shared/pixels.ts';
import { imageText } from '../../text/image.ts';
import type { ShownImage } from './shown-image.ts';
import { ImagePlane } from './image-plane.tsx';
import { followSwipe } from './swipe.ts';
import type { Steps } from './use-steps.ts';
import type { Zoom } from './use-zoom.ts';
import { useZoomGestures } from './zoom-gestures.ts';
import { shownView, type View } from './zoom-view.ts';

interface ImageStageProps {
  readonly image: ShownImage;
  readonly steps: Steps | null;
  readonly zoom: Zoom;
  /** Whether it fills the window; the wheel then zooms without Ctrl. */
  readonly fillsWindow: boolean;
}

export function ImageStage({ image, steps, zoom, fillsWindow }: ImageStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  useSizeOf(stage, zoom.box);
  const swipedPx = useSignal(0);
  const { view, frame } = zoom;
  const gestures = useZoomGestures(frame, zoom.change, fillsWindow, {
    isZoomed: view !== null,
    onSwiping: (x) => {
      zoom.isByHand.value = x !== 0;
      swipedPx.value = followSwipe(x, (step) => (steps?.[step] ?? null) !== null);
    },
    onSwipe: (step) => steps?.go(step),
  });
  return (
    <div
      ref={stage}
      class="image-stage"
      role="group"
      aria-label={imageText.value.stage}
      tabIndex={0}
      data-zoomed={view !== null}
      style={fillsWindow ? {} : { aspectRatio: `${image.width} / ${image.height}` }}
      {...gestures}
    >
      {zoom.box.value !== null && (
        <ImagePlane
          key={image.id}
          image={image}
          view={moveAside(shownView(view, frame), swipedPx.value)}
          isByHand={zoom.isByHand.value}
          ahead={steps?.ahead ?? null}
          stage={stage}
        />
      )}
    </div>
  );
}

function useSizeOf(element: RefObject<HTMLElement | null>, size: Signal<Size | null>): void {
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
}

function moveAside({ scale, middle }: View, x: number): View {
  return { scale, middle: { x: middle.x + x, y: middle.y } };
}
