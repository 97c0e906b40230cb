import { PREVIEW_HEAD_BYTES, readPreview } from '../../../../client/imaging/read-preview.ts';
import { Semaphore } from '../../../../shared/semaphore.ts';

/** Twice the displayed width, for dense screens. */
const WIDTH_PX = 128;
/** Of 60 KB each. */
const BUFFERED_MAX = 300;
/** A larger file is refused anyway, and would take memory from the preparation. */
const SOURCE_BYTES_MAX = 64 * 1024 * 1024;

const buffer = new Map<string, ImageBitmap>();
const decoding = new Semaphore(1);

export function bufferedThumbnail(id: string): ImageBitmap | undefined {
  return buffer.get(id);
}

/** One at a time, from the embedded preview or by the browser's decoder. Null on failure and abort. */
export async function makeThumbnail(
  id: string,
  read: () => Promise<Blob | null>,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const known = buffer.get(id);
  if (known !== undefined) return known;
  const made = await decoding.run(async () => {
    if (signal.aborted) return null;
    const source = await read();
    return source === null || source.size > SOURCE_BYTES_MAX ? null : decode(source);
  });
  if (made !== null) keep(id, made);
  return made;
}

/** Its middle, as a square that fills a square canvas. */
export function drawThumbnail(image: ImageBitmap, canvas: HTMLCanvasElement): void {
  const side = Math.min(image.width, image.height);
  const left = (image.width - side) / 2;
  const top = (image.height - side) / 2;
  const { width, height } = canvas;
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, width, height);
}

async function decode(source: Blob): Promise<ImageBitmap | null> {
  try {
    const head = new Uint8Array(await source.slice(0, PREVIEW_HEAD_BYTES).arrayBuffer());
    const preview = readPreview(head);
    if (preview === null) return await shrink(source);
    // A broken preview says nothing about the photograph.
    return await shrink(new Blob([preview], { type: 'image/jpeg' })).catch(() => shrink(source));
  } catch {
    return null;
  }
}

function shrink(image: Blob): Promise<ImageBitmap> {
  return createImageBitmap(image, { resizeWidth: WIDTH_PX, resizeQuality: 'medium' });
}

function keep(id: string, thumbnail: ImageBitmap): void {
  buffer.set(id, thumbnail);
  const [oldest] = buffer.keys();
  if (buffer.size <= BUFFERED_MAX || oldest === undefined) return;
  buffer.delete(oldest);
}
