import { create } from 'content-disposition';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { FoundImage } from './find-image.ts';

const EXTENSION = /\.[^.]*$/u;
const WEBP = 'image/webp';

/** The name a browser saves an image under: the file's own, with the extension of what is sent. */
const servedName = (filename: string, mimeType: string): string => {
  const name = filename.toWellFormed();
  return mimeType === WEBP ? `${name.replace(EXTENSION, '')}.webp` : name;
};

/** What an answer says of a found image; `readAt` is when its row was asked for (milliseconds). */
export const recordOf = ({ id, filename, variant }: FoundImage, readAt: number): ImageRecord => ({
  imageId: id,
  etag: `"${variant.sha256}"`,
  lastModifiedMs: variant.createdAt,
  size: variant.size,
  mimeType: variant.mimeType,
  disposition: create(servedName(filename, variant.mimeType), { type: 'inline' }),
  readAt,
});
