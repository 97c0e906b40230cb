import { useEffect, useRef } from 'preact/hooks';
import type { Item } from './model/queue-item.ts';
import { bufferedThumbnail, makeThumbnail } from './model/thumbnails.ts';
import type { UploadQueue } from './model/upload-queue.ts';
import { Icon } from '../../widgets/icon.tsx';

const SIDE_PX = 112;

export function Thumbnail({ item, queue }: { readonly item: Item; readonly queue: UploadQueue }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { id, state } = item;
  const isPublished = state.name === 'done' && bufferedThumbnail(id) === undefined;
  // The person may choose the file again.
  const isMissing = state.name === 'missing';
  useEffect(() => {
    if (isPublished) return undefined;
    const left = new AbortController();
    const show = async (): Promise<void> => {
      const image = await makeThumbnail(id, () => queue.openImage(id), left.signal);
      if (image !== null && canvas.current !== null) draw(image, canvas.current);
    };
    void show();
    return () => left.abort();
  }, [id, isPublished, isMissing, queue]);
  return (
    <div class="upload-thumbnail">
      <Icon name="gallery" />
      {isPublished && state.name === 'done' ? (
        <img
          src={smallPath(state.image.path)}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          draggable={false}
        />
      ) : (
        <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} aria-hidden="true" />
      )}
    </div>
  );
}

function draw(image: ImageBitmap, canvas: HTMLCanvasElement): void {
  const side = Math.min(image.width, image.height);
  const left = (image.width - side) / 2;
  const top = (image.height - side) / 2;
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX);
}

function smallPath(path: string): string {
  return path.endsWith('.webp') ? path.replace(/\.webp$/u, '/gallery.webp') : `${path}?w=112`;
}
