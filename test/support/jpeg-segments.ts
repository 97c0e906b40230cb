import { joinBytes, utf8 } from '../../src/shared/bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const EXIF = 0xe1;
const ICC = 0xe2;

/** The same JPEG with an EXIF segment of this orientation alone (TIFF 6, section 2). */
export const withOrientation = (jpeg: Bytes, orientation: number): Bytes => {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = Uint8Array.of(...header, 0, 1, ...entry, 0, 0, 0, 0);
  return withSegment(jpeg, EXIF, joinBytes([utf8('Exif\0\0'), tiff]));
};

/** The same JPEG with a profile (ICC.1:2022, annex B.4). */
export const withProfile = (jpeg: Bytes, profile: Uint8Array): Bytes =>
  withSegment(jpeg, ICC, joinBytes([utf8('ICC_PROFILE'), Uint8Array.of(0, 1, 1), profile]));

function withSegment(jpeg: Bytes, marker: number, payload: Uint8Array): Bytes {
  const length = payload.length + 2;
  const head = Uint8Array.of(0xff, marker, length >> 8, length & 0xff);
  return joinBytes([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
}
