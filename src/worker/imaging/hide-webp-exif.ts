import { utf8, viewOf } from '../../shared/bytes.ts';
import {
  CHUNK_HEADER_BYTES,
  FOURCC,
  paddedLength,
  RIFF_HEADER_BYTES,
} from '../../imaging/webp/format.ts';

/** Of a chunk that readers ignore. */
const UNKNOWN_TAG = utf8('none');

/**
 * Renames the EXIF chunk of a WebP, so that the Images binding does not turn the image: browsers do not. The length stays.
 */
export function hideWebpExif(): TransformStream<Uint8Array, Uint8Array> {
  const header = new Uint8Array(CHUNK_HEADER_BYTES);
  let headerBytes = 0;
  /** Until the next chunk. */
  let left = RIFF_HEADER_BYTES;
  return new TransformStream({
    transform: (piece, controller) => {
      for (let from = 0; from < piece.length;) {
        if (left > 0) {
          const part = piece.subarray(from, from + left);
          controller.enqueue(part);
          left -= part.length;
          from += part.length;
          continue;
        }
        const part = piece.subarray(from, from + header.length - headerBytes);
        header.set(part, headerBytes);
        headerBytes += part.length;
        from += part.length;
        if (headerBytes < header.length) return;
        headerBytes = 0;
        left = paddedLength(viewOf(header).getUint32(4, true));
        if (viewOf(header).getUint32(0, true) === FOURCC.EXIF) header.set(UNKNOWN_TAG);
        controller.enqueue(header.slice());
      }
    },
    flush: (controller) => controller.enqueue(header.slice(0, headerBytes)),
  });
}
