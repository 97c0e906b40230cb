import { PREVIEW_HEAD_BYTES, readPreview } from '../../../../client/imaging/read-preview.ts';
import { Semaphore } from '../../../../shared/semaphore.ts';

/** Twice what is shown, for dense screens. */
const WIDTH_PX = 128;
/** Of 60 KB each. */
const HELD_MAX = 300;
/** A larger file is refused anyway, and would take the memory of the one being prepared. */
const SOURCE_BYTES_MAX = 64 * 1024 * 1024;

/** By the item's id; those used last come last. */
const held = new Map<string, ImageBitmap>();
const decoding = new Semaphore(1);

/** A thumbnail that was made before. */
export function heldThumbnail(id: string): ImageBitmap | undefined {
  return held.get(id);
}

/**
 * A small picture of a file: the preview that it carries, or else what the browser decodes, one at a time. Null where
 * there is none to be had, or nobody wants it any more.
 */
export async function makeThumbnail(
  id: string,
  read: () => Promise<Blob | null>,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const known = held.get(id);
  if (known !== undefined) return known;
  const made = await decoding.run(async () => {
    if (signal.aborted) return null;
    const source = await read();
    return source === null || source.size > SOURCE_BYTES_MAX ? null : decode(source);
  });
  if (made !== null) hold(id, made);
  return made;
}

async function decode(source: Blob): Promise<ImageBitmap | null> {
  try {
    const head = new Uint8Array(await source.slice(0, PREVIEW_HEAD_BYTES).arrayBuffer());
    const preview = readPreview(head);
    if (preview === null) return await shrink(source);
    // One that is broken says nothing of its photograph.
    return await shrink(new Blob([preview], { type: 'image/jpeg' })).catch(() => shrink(source));
  } catch {
    return null;
  }
}

function shrink(picture: Blob): Promise<ImageBitmap> {
  return createImageBitmap(picture, { resizeWidth: WIDTH_PX, resizeQuality: 'medium' });
}

function hold(id: string, thumbnail: ImageBitmap): void {
  held.set(id, thumbnail);
  const [oldest] = held.keys();
  if (held.size <= HELD_MAX || oldest === undefined) return;
  held.delete(oldest);
}
