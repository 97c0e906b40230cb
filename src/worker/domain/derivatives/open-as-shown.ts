import { isBrokenFile } from '../../../imaging/image-error.ts';
import { leavesImageOut } from '../../../imaging/source/apng-frame.ts';
import { readAvifHeader } from '../../../imaging/source/avif-header.ts';
import { normalizeAvif } from '../../../imaging/source/normalize-avif.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { runCodecJob } from '../../imaging/codec-job.ts';
import { hideWebpExif } from '../../imaging/hide-webp-exif.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { DerivativeFault, Original } from './original.ts';

type Opened = Result<ReadableStream<Uint8Array>, DerivativeFault>;

/** Longer than what precedes the image data of usual files. */
const PNG_HEAD_BYTES = 262_144;

/**
 * An original as the Images binding must get it to draw what browsers show: a WebP without its EXIF orientation, an AVIF
 * without a crop that browsers ignore. 'too_large' for an AVIF with a crop that they apply.
 * @throws {Error} when the bucket fails.
 */
export async function openAsShown(
  objects: ObjectStore,
  { objectKey, mimeType }: Original,
): Promise<Opened> {
  if (mimeType === 'image/avif') return openAvif(objects, objectKey);
  const object = await objects.open(objectKey);
  if (object === null) return err('source_missing');
  return ok(mimeType === 'image/webp' ? object.body.pipeThrough(hideWebpExif()) : object.body);
}

/** Its description may come last, so the whole file is read. */
function openAvif(objects: ObjectStore, objectKey: string): Promise<Opened> {
  return runCodecJob<Uint8Array<ArrayBuffer>, DerivativeFault, ReadableStream<Uint8Array>>(
    () => objects.read(objectKey),
    async (_engine, file) => {
      try {
        if (readAvifHeader(file).aperture !== null) return err('too_large');
        return ok(normalizeAvif(file).slice());
      } catch (error) {
        if (isBrokenFile(error)) return err('undecodable');
        throw error;
      }
    },
    async (file) => new Blob([file]).stream(),
  );
}

/** Whether the Images binding would draw an image that browsers never show: one that a PNG's animation leaves out. */
export async function isImageLeftOut(
  objects: ObjectStore,
  { objectKey, mimeType }: Original,
): Promise<boolean> {
  if (mimeType !== 'image/png') return false;
  const head = await objects.open(objectKey, { offset: 0, length: PNG_HEAD_BYTES });
  return head !== null && leavesImageOut(new Uint8Array(await head.arrayBuffer()));
}
