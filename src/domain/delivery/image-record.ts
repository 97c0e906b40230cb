import { create } from 'content-disposition';
import { baseName } from '../../lib/base-name.ts';
import { VARIANT_EXTENSION, VARIANT_MIME_TYPE } from '../../lib/variants.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { PublishedImage } from './find-published.ts';

const EXTENSION = /\.[^.]*$/u;

/** What an answer says about a published image; `readAt` is when its row was asked for (milliseconds). */
export function toImageRecord(
  { id, filename, variant }: Pick<PublishedImage, 'id' | 'filename' | 'variant'>,
  readAt: number,
): ImageRecord {
  const { sha256, createdAt, size, mimeType } = variant;
  return {
    imageId: id,
    etag: `"${sha256}"`,
    lastModifiedMs: createdAt,
    size,
    mimeType,
    disposition: create(nameServed(filename, mimeType), { type: 'inline' }),
    readAt,
  };
}

/** The name a browser saves an image under: the file's own without its folders, with the extension of what is sent. */
function nameServed(filename: string, mimeType: string): string {
  const name = baseName(filename.toWellFormed());
  return mimeType === VARIANT_MIME_TYPE
    ? `${name.replace(EXTENSION, '')}.${VARIANT_EXTENSION}`
    : name;
}
