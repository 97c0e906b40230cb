import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PublishedImage } from '../../../client/poll.ts';
import { THUMBNAIL_MAX_WIDTH } from '../../../shared/rendition-widths.ts';
import { previewUrl } from '../../state/preview-of.ts';
import type { Item } from './model/queue-item.ts';
import { bufferedThumbnail, drawThumbnail, makeThumbnail } from './model/thumbnails.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Icon } from '../../widgets/icon.tsx';

const SIDE_PX = 112;

interface ThumbnailProps {
  readonly item: Item;
  readonly queue: UploadQueue;
  /** Whether a published image is drawn by the service: the buffered one is small. */
  readonly isLarge?: boolean;
  /** Lies over it. */
  readonly children?: ComponentChildren;
}

export function Thumbnail({ item, queue, isLarge = false, children }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { id, state } = item;
  const hasOwn = state.name !== 'done' || bufferedThumbnail(id) !== undefined;
  // The person may choose the file again.
  const isMissing = state.name === 'missing';
  useEffect(() => {
    if (!hasOwn) return undefined;
    const left = new AbortController();
    const show = async (): Promise<void> => {
      const image = await makeThumbnail(id, () => queue.openImage(id), left.signal);
      if (image !== null && canvas.current !== null) drawThumbnail(image, canvas.current);
    };
    void show();
    return () => left.abort();
  }, [id, hasOwn, isMissing, queue]);
  return (
    <div class="upload-thumbnail">
      <Icon name="gallery" />
      {hasOwn && <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} aria-hidden="true" />}
      {state.name === 'done' && (isLarge || !hasOwn) && (
        <img src={smallOf(state.image)} alt="" loading="lazy" draggable={false} />
      )}
      {children}
    </div>
  );
}

/** Pipeline 1, whose links have no extension, has no square. */
function smallOf({ image_id: id, path }: PublishedImage): string | undefined {
  const size = path.endsWith('.webp') ? 'square' : THUMBNAIL_MAX_WIDTH;
  const image = { id, pipeline_version: 2, processing_status: 'completed' };
  return previewUrl(image, size) ?? undefined;
}
