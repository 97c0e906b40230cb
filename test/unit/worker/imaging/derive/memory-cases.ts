import { GifWriter } from 'omggif';
import type { Sharp } from 'sharp';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import { concat } from '../../../imaging/fixtures/bytes.ts';
import { insertSegments, segment } from '../../../imaging/fixtures/craft.ts';
import { createRandom, makeNoise, sizeOf } from '../../../imaging/fixtures/noise.ts';

/** Noise near the limit: its file, and the name of its encoding. */
export interface SourceCase {
  readonly name: string;
  readonly megapixels: number;
  /** Fast cases with the most memory. */
  readonly isQuick: boolean;
  readonly write: (megapixels: number) => Promise<Uint8Array>;
}

const written =
  (write: (noise: Sharp) => Sharp, channels: 3 | 4 = 3): SourceCase['write'] =>
  async (megapixels) =>
    new Uint8Array(await write(makeNoise(sizeOf(megapixels), channels)).toBuffer());

const source = (
  name: string,
  megapixels: number,
  isQuick: boolean,
  write: SourceCase['write'],
): SourceCase => ({ name, megapixels, isQuick, write });

const ALL_CHROMA = { progressive: true, chromaSubsampling: '4:4:4' } as const;

export const SOURCE_CASES: readonly SourceCase[] = [
  source(
    'JPEG',
    15,
    false,
    written((noise) => noise.jpeg({ quality: 80 })),
  ),
  source('JPEG with metadata, 15 MiB', 1.3, false, writeLargeJpeg),
  source(
    'JPEG, progressive',
    12,
    false,
    written((n) => n.jpeg({ quality: 80, progressive: true })),
  ),
  source(
    'JPEG, progressive, 4:4:4',
    7.8,
    true,
    written((n) => n.jpeg({ quality: 80, ...ALL_CHROMA })),
  ),
  source(
    'PNG',
    5,
    false,
    written((noise) => noise.png({ compressionLevel: 1 })),
  ),
  source(
    'PNG, interlaced',
    5.2,
    true,
    written((n) => n.png({ compressionLevel: 1, progressive: true })),
  ),
  source(
    'PNG, transparent',
    3.8,
    false,
    written((n) => n.png({ compressionLevel: 1 }), 4),
  ),
  source(
    'PNG, 16 bits',
    2.5,
    false,
    written((noise) => noise.toColourspace('rgb16').png({ compressionLevel: 1 })),
  ),
  source(
    'WebP',
    23,
    false,
    written((noise) => noise.webp({ quality: 80, effort: 0 })),
  ),
  source(
    'WebP, transparent',
    8.8,
    false,
    written((n) => n.webp({ quality: 80, effort: 0 }), 4),
  ),
  source(
    'WebP, lossless',
    7.2,
    true,
    written((n) => n.webp({ lossless: true, effort: 0 })),
  ),
  source(
    'AVIF',
    1.15,
    false,
    written((noise) => noise.avif({ quality: 80, effort: 0 })),
  ),
  source(
    'AVIF, transparent',
    0.72,
    true,
    written((n) => n.avif({ quality: 80, effort: 0 }), 4),
  ),
  source('GIF', 9.8, false, writeGif),
];

/** The largest results of noise at the highest quality, nearly. */
export const TARGET_CASES: readonly {
  readonly mimeType: ImageType;
  readonly megapixels: number;
  readonly isQuick: boolean;
}[] = [
  { mimeType: 'image/jpeg', megapixels: 1.8, isQuick: false },
  { mimeType: 'image/png', megapixels: 4, isQuick: true },
  { mimeType: 'image/webp', megapixels: 3, isQuick: false },
  { mimeType: 'image/avif', megapixels: 1.35, isQuick: false },
];

/** A source of the largest file size, mostly metadata. */
async function writeLargeJpeg(megapixels: number): Promise<Uint8Array> {
  const jpeg = await written((noise) => noise.jpeg({ quality: 80 }))(megapixels);
  const count = Math.floor((15 * 1024 * 1024 - jpeg.length) / 65_537);
  const junk = concat(
    ...Array.from({ length: count }, () => segment(0xe5, new Uint8Array(65_533))),
  );
  return insertSegments(jpeg, junk);
}

async function writeGif(megapixels: number): Promise<Uint8Array> {
  const { width, height } = sizeOf(megapixels);
  const random = createRandom(2);
  const indices = Uint8Array.from({ length: width * height }, random);
  const palette = Array.from({ length: 256 }, (_, index) => index * 0x010305);
  const file = new Uint8Array(indices.length * 2);
  const writer = new GifWriter(file, width, height, { palette });
  writer.addFrame(0, 0, width, height, indices as unknown as number[]);
  return file.slice(0, writer.end());
}
