/** Files of every type with sound headers and no real pixels. */

import { ascii, concat, uint16, uint32 } from '../unit/imaging/fixtures/bytes.ts';
import { writeBox } from '../unit/imaging/fixtures/craft-avif.ts';
import {
  exifSegment,
  insertSegments,
  jpegHeaders,
  pngChunk,
  writePng,
} from '../unit/imaging/fixtures/craft.ts';

let made = 0;

/** A PNG with sound headers and no real pixels; `bytes` is its approximate length. */
export const makePng = (width = 30, height = 20, bytes = 0): Uint8Array => {
  made += 1;
  const filler = new Uint8Array(bytes).fill(made % 256);
  const seed = pngChunk('tEXt', ascii(`seed\0${String(made)}`));
  return writePng({
    width,
    height,
    bitDepth: 8,
    colorType: 0,
    rows: [new Uint8Array(1)],
    chunks: [seed, pngChunk('fiLl', filler)],
  });
};

/** Two different PNGs of one length. */
export const makeEquallyLong = (): readonly [Uint8Array, Uint8Array] => {
  const first = makePng();
  const second = makePng();
  return first.byteLength === second.byteLength ? [first, second] : makeEquallyLong();
};

/** A JPEG without real pixels; `bytes` of image data follow its headers. */
export const makeJpeg = (
  width: number,
  height: number,
  { orientation = 1, bytes = 0 }: { orientation?: number; bytes?: number } = {},
): Uint8Array => {
  const tiff = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0);
  const exif = concat(tiff, Uint8Array.of(orientation, 0, 0, 0, 0, 0, 0));
  const headers = jpegHeaders(width, height, 3);
  const file = concat(headers.subarray(0, -2), new Uint8Array(bytes), headers.subarray(-2));
  return insertSegments(file, exifSegment(exif));
};

/** A GIF of one or more frames, each of a pixel. */
export const makeGif = (width: number, height: number, frames = 1): Uint8Array => {
  const size = Uint8Array.of(width & 255, width >> 8, height & 255, height >> 8);
  const frame = Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0);
  const all = Array.from({ length: frames }, () => frame);
  const palette = Uint8Array.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255);
  return concat(ascii('GIF89a'), size, palette, ...all, Uint8Array.of(0x3b));
};

/** The boxes of an AVIF without pixels, rotated by quarter turns; metadata of `bytes` come before its description. */
export const makeAvif = (width: number, height: number, quarters = 0, bytes = 0): Uint8Array => {
  const none = uint32(0);
  const properties = concat(
    writeBox('ispe', concat(none, uint32(width), uint32(height))),
    writeBox('irot', Uint8Array.of(quarters)),
  );
  const association = concat(none, uint32(1), uint16(1), Uint8Array.of(2, 1, 2));
  const meta = concat(
    none,
    writeBox('pitm', concat(none, uint16(1))),
    writeBox('iprp', concat(writeBox('ipco', properties), writeBox('ipma', association))),
  );
  return concat(
    writeBox('ftyp', concat(ascii('avif'), none, ascii('avifmif1'))),
    writeBox('free', new Uint8Array(bytes)),
    writeBox('meta', meta),
    writeBox('mdat', new Uint8Array(8)),
  );
};
