import { describe, expect, it } from 'vitest';
import { readPreview } from '../../../../src/client/imaging/read-preview.ts';
import { readJpegHeader } from '../../../../src/codecs/source/jpeg-header.ts';
import { joinBytes, utf8 } from '../../../../src/lib/bytes.ts';

const u16 = (...values: number[]) => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]));
const u32 = (...values: number[]) =>
  u16(...values.flatMap((value) => [Math.floor(value / 65_536), value % 65_536]));

/** A JPEG of headers alone. */
const jpeg = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  joinBytes([
    u16(0xffd8, 0xffc0, 17),
    Uint8Array.of(8),
    u16(height, width),
    Uint8Array.of(3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1),
    u16(0xffda, 12),
    Uint8Array.of(3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 7, 7),
    u16(0xffd9),
  ]);

/** A photograph with an EXIF block: a first directory with the orientation, and a second one of the preview. */
const photograph = (orientation: number, preview: Uint8Array, claimedBytes = preview.length) => {
  const first = joinBytes([u16(1, 0x0112, 3), u32(1), u16(orientation, 0), u32(26)]);
  const second = joinBytes([
    u16(2, 0x0201, 4),
    u32(1, 56),
    u16(0x0202, 4),
    u32(1, claimedBytes, 0),
  ]);
  const tiff = joinBytes([u16(0x4d4d, 0x2a), u32(8), first, second, preview]);
  const exif = joinBytes([utf8('Exif\0\0'), tiff]);
  return joinBytes([u16(0xffd8, 0xffe1, exif.length + 2), exif, jpeg(6000, 4000).subarray(2)]);
};

describe('the preview of a photograph', () => {
  it('is taken out, turned as its photograph is', () => {
    const preview = readPreview(photograph(6, jpeg(160, 120)));
    expect(preview).not.toBe(null);
    const { width, height, orientation } = readJpegHeader(preview ?? new Uint8Array());
    expect({ width, height, orientation }).toEqual({ width: 160, height: 120, orientation: 6 });
  });

  it('is not there where a file has none, is cut short, lies, or is of another kind', () => {
    const whole = photograph(1, jpeg(160, 120));
    for (const file of [
      jpeg(6000, 4000),
      whole.subarray(0, 60),
      photograph(1, jpeg(160, 120), 99_999),
      photograph(1, utf8('no picture')),
      new Uint8Array(),
      utf8('GIF89a'),
    ]) {
      expect(readPreview(file)).toBe(null);
    }
  });
});
