import { useEffect, useRef, useState } from 'preact/hooks';
import { drawThumbHash } from '../../../shared/draw-thumb-hash.ts';
import { isInWork } from './model/gallery-state.ts';
import type { ListedImage } from './model/listed-image.ts';
import { rowPreviewOf } from './model/row-previews.ts';
import { previewsOf } from '../../state/preview-of.ts';
import { isConnected } from '../../state/connection.ts';
import { text } from '../../text/language.ts';
import { galleryText } from '../../text/gallery.ts';
import { Icon } from '../../widgets/icon.tsx';

export function nameOfImage({ title, filename }: Pick<ListedImage, 'title' | 'filename'>): string {
  return title.trim() || filename;
}

export function noteOf(image: ListedImage): string {
  const { common } = text.value;
  const gallery = galleryText.value;
  if (isInWork(image)) return gallery.inWork;
  if (image.processing_status === 'failed') return gallery.failed;
  return image.visibility === 'private' ? common.private : '';
}

interface ImagePreviewProps {
  readonly image: ListedImage;
  readonly isRushing: boolean;
  /** Of the rows; without it, the preview is a square. */
  readonly targetPx?: number;
}

/** The preview of an image, in a box that has its size before loading. Its name stands beside it. */
export function ImagePreview({ image, isRushing, targetPx }: ImagePreviewProps) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  // Only broken previews follow changes.
  const isBack = broken.length === 0 || isConnected.value;
  useEffect(() => {
    if (isBack) setBroken([]);
  }, [isBack]);
  const wasShown = useRef(false);
  wasShown.current ||= !isRushing;
  const whole = targetPx === undefined ? null : rowPreviewOf(image, targetPx);
  // A square where no whole one can be made.
  const previews = [...(whole === null ? [] : [whole]), ...previewsOf(image)];
  const preview = previews.find((one) => !broken.includes(one));
  const isThere = previews.length > 0;
  const missing = isThere ? 'gallery' : 'warning';
  if (preview === undefined) {
    return (
      <span class="gallery-preview gallery-preview-none">
        <Icon name={isInWork(image) ? 'upload' : missing} />
        {!isThere && <span>{noteOf(image)}</span>}
      </span>
    );
  }
  return (
    <span class="gallery-preview">
      {wasShown.current && (
        <Picture
          src={preview}
          hash={image.thumb_hash}
          onBroken={() => setBroken([...broken, preview])}
        />
      )}
    </span>
  );
}

interface PictureProps {
  readonly src: string;
  readonly hash: string | null;
  readonly onBroken: () => void;
}

function Picture({ src, hash, onBroken }: PictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  // After the paint, because drawing takes longer than the rest of a cell; a loaded image needs none.
  useEffect(() => {
    const image = picture.current;
    if (image === null || image.complete) return;
    const blur = drawThumbHash(hash);
    if (blur !== null) image.style.backgroundImage = `url(${blur.url})`;
  }, [hash]);
  return (
    <img
      ref={picture}
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      // Without another rendering of the cell. A transparent image would show the blur.
      onLoad={({ currentTarget }) => (currentTarget.style.backgroundImage = '')}
      onError={onBroken}
    />
  );
}

interface CheckMarkProps {
  readonly label: string;
  readonly isChecked: boolean;
}

/** The checkbox of an image. The keyboard selects with Space, so it is no tab stop. */
export function CheckMark({ label, isChecked }: CheckMarkProps) {
  return (
    <button
      type="button"
      role="checkbox"
      class="gallery-check"
      tabIndex={-1}
      aria-checked={isChecked}
      aria-label={label}
    >
      <span>{isChecked && <Icon name="check" />}</span>
    </button>
  );
}
