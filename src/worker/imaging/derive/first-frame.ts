import { viewOf } from '../../../shared/bytes.ts';
import type { Size } from '../../../shared/pixels.ts';
import {
  CHUNK_HEADER_BYTES,
  FOURCC,
  paddedLength,
  readUint24,
  RIFF_HEADER_BYTES,
} from '../../../imaging/webp/format.ts';
import { wrapImage } from '../../../imaging/webp/mux.ts';

export interface FirstFrame extends Size {
  readonly left: number;
  readonly top: number;
  readonly file: Uint8Array<ArrayBuffer>;
}

/** Before the image chunks of an ANMF chunk (RFC 9649, 2.7.1.1). */
const FRAME_HEADER_BYTES = 16;

/** @throws {RangeError} when there is no frame, or it is cut short. */
export function readFirstFrame(file: Uint8Array): FirstFrame {
  const payload = findFrame(file);
  const view = viewOf(payload);
  const size = { width: readUint24(view, 6) + 1, height: readUint24(view, 9) + 1 };
  return {
    ...size,
    left: readUint24(view, 0) * 2,
    top: readUint24(view, 3) * 2,
    file: wrapImage(payload.subarray(FRAME_HEADER_BYTES), size),
  };
}

function findFrame(file: Uint8Array): Uint8Array {
  const view = viewOf(file);
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= file.length;) {
    const begin = at + CHUNK_HEADER_BYTES;
    const end = begin + view.getUint32(at + 4, true);
    if (view.getUint32(at, true) === FOURCC.ANMF) {
      if (end > file.length) break;
      return file.subarray(begin, end);
    }
    at = begin + paddedLength(end - begin);
  }
  throw new RangeError('There is no whole frame');
}
