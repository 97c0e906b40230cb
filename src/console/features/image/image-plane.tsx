import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { ListedImage } from '../gallery/model/listed-image.ts';
import { isConnected } from '../../state/connection.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';
import { toShownImage, type ShownImage } from './shown-image.ts';
import type { View } from './zoom-view.ts';

interface ImagePlaneProps {
  readonly image: ShownImage;
  readonly view: View;
  readonly isByHand: boolean;
  readonly ahead: ListedImage | null;
  readonly stage: RefObject<HTMLElement | null>;
}

/** The image at its own size, transformed; its files are stacked. */
export function ImagePlane({ image, view, isByHand, ahead, stage }: ImagePlaneProps) {
  const { width, height, alt, src, placeholder, full } = image;
  const isLoaded = useSignal(false);
  const failed = useSignal<string | null>(null);
  useSignalEffect(() => {
    if (isConnected.value) failed.value = null;
  });
  useFocusFallback(() => stage.current);
  const needsFull = useRef(false);
  // Once loaded it stays, because the next zoom needs it again.
  needsFull.current ||= isLoaded.value && needsMorePixels(image, view.scale);
  const { x, y } = view.middle;
  if (failed.value === src) return <NotShown onRetry={() => (failed.value = null)} />;
  return (
    <div
      class="image-plane"
      data-id={image.id}
      data-by-hand={isByHand}
      style={{
        width: `${width}px`,
        height: `${height}px`,
        transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${view.scale})`,
      }}
    >
      {placeholder !== null && !isLoaded.value && (
        <img class="image-layer image-placeholder" src={placeholder} alt="" draggable={false} />
      )}
      <img
        class="image-layer"
        src={src}
        alt={alt}
        draggable={false}
        data-loaded={isLoaded.value}
        onLoad={() => (isLoaded.value = true)}
        onError={() => (failed.value = src)}
      />
      {full !== null && needsFull.current && failed.value !== full && (
        <img
          class="image-layer"
          src={full}
          alt=""
          draggable={false}
          onError={() => (failed.value = full)}
        />
      )}
      {isLoaded.value && ahead !== null && <Preloaded image={ahead} />}
    </div>
  );
}

function needsMorePixels({ width, height, longEdge }: ShownImage, scale: number): boolean {
  return Math.max(width, height) * scale * devicePixelRatio > longEdge * 1.05;
}

function NotShown({ onRetry }: { readonly onRetry: () => void }) {
  const { common } = text.value;
  const image = imageText.value;
  return (
    <div class="image-not-shown" role="alert">
      <p>{image.notShown}</p>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  );
}

function Preloaded({ image }: { readonly image: ListedImage }) {
  const shown = toShownImage(image);
  if (shown === null) return null;
  const { src } = shown;
  return <img class="image-layer" hidden src={src} alt="" fetchpriority="low" />;
}
