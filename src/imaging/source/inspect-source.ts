import type { ImageType } from '../sniff.ts';
import { ImageError, isBrokenFile } from '../image-error.ts';
import { readAvifHeader } from './avif-header.ts';
import { readGifHeader } from './gif-header.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { readPngHeader } from './png-header.ts';
import type { SourceInfo } from './source-info.ts';
import { readWebpHeader } from './webp-header.ts';

const HEADER_READERS: Record<ImageType, (file: Uint8Array) => SourceInfo | Promise<SourceInfo>> = {
  'image/jpeg': readJpegHeader,
  'image/png': readPngHeader,
  'image/webp': readWebpHeader,
  'image/avif': readAvifHeader,
  'image/gif': readGifHeader,
};

/** @throws {ImageError} malformed */
export async function inspectSource(mimeType: ImageType, file: Uint8Array): Promise<SourceInfo> {
  try {
    const info = await HEADER_READERS[mimeType](file);
    if (info.width > 0 && info.height > 0) return info;
    throw new RangeError('The image has no area');
  } catch (error) {
    if (!isBrokenFile(error)) throw error;
    throw new ImageError('malformed', 'The image is damaged: its headers cannot be read.', {
      cause: error,
    });
  }
}
