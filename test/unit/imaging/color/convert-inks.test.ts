import { describe, expect, it, vi } from 'vitest';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { ascii, concat } from '../fixtures/bytes.ts';
import { iccSegments, insertSegments, segment } from '../fixtures/craft.ts';
import {
  type BlockComponent,
  joinComponents,
  planeOf,
  writeInterleaved,
} from '../fixtures/craft-cmyk.ts';
import { tableProfile } from '../fixtures/craft-icc.ts';
import { codecs } from '../fixtures/encoders.ts';
import { colorAt, distance, paint, paintQuadrants, quadrantColors } from '../fixtures/images.ts';
import { decodePart, prepareSmall } from '../../client/imaging/fixtures/prepare.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(75, 53);
/** Ramps and noise, for every frequency. */
const RICH = paint(75, 53, (x, y) => {
  const noise = (Math.imul(x * 75 + y, 0x9e_37_79_b1) >>> 26) % 40;
  return [x * 3, y * 4, 90 + noise, 255];
});

/** The inks of an image: inverted red, green and blue at this light, and black. */
const inksOf = (image: Pixels, light: number): Pixels[] => [
  ...[0, 1, 2].map((channel) => planeOf(image, channel)),
  paint(image.width, image.height, () => [light, light, light, 255]),
];

const FORMS = [
  ['baseline', { progressive: false }],
  ['progressive', { progressive: true }],
] as const;

describe.each(FORMS)('components of a %s JPEG', (_, options) => {
  it('in CMYK make an image', async () => {
    const master = await decodePart(
      await prepareSmall(await joinComponents(inksOf(PICTURE, 255), 0, options)),
      'master',
    );
    for (const [index, color] of quadrantColors(PICTURE).entries()) {
      expect(distance(quadrantColors(master)[index] ?? color, color)).toBeLessThan(12);
    }
  });
});

describe('four components in one scan', () => {
  it('of YCCK make an image', async () => {
    const colors = quadrantColors(PICTURE).map(([red, green, blue]) => {
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      const ycc = [luma, 128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402];
      // The stored values are inverted inks.
      return [255 - luma, ...ycc.slice(1).map((value) => 256 - value), 255];
    });
    // Quadrants of 32 × 16 pixels: four blocks by two, or two by one.
    const components = [2, 1, 1, 2].map((factor, index): BlockComponent => ({
      factors: [factor, factor],
      blockAt: (column, row) => {
        const quadrant = (row < factor ? 0 : 2) + (column < factor * 2 ? 0 : 1);
        return [Math.round(((colors[quadrant]?.[index] ?? 0) - 128) * 8)];
      },
    }));
    const image = await codecs.decode('image/jpeg', writeInterleaved(64, 32, components, 2));
    for (const [index, color] of quadrantColors(PICTURE).entries()) {
      expect(distance(quadrantColors(image)[index] ?? color, color)).toBeLessThan(4);
    }
  });
});

describe('restart markers', () => {
  /** Two gray blocks, each a restart interval; every code is one bit. */
  const write = (between: Uint8Array): Uint8Array => {
    const table = (key: number): Uint8Array =>
      Uint8Array.of(key, 1, ...Array.from({ length: 15 }, () => 0), 0);
    return concat(
      Uint8Array.of(0xff, 0xd8),
      segment(0xdb, concat(Uint8Array.of(0), new Uint8Array(64).fill(1))),
      segment(0xc0, Uint8Array.of(8, 0, 8, 0, 16, 1, 1, 0x11, 0)),
      segment(0xc4, concat(table(0), table(0x10))),
      segment(0xdd, Uint8Array.of(0, 1)),
      segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
      concat(Uint8Array.of(0x3f), between, Uint8Array.of(0x3f, 0xff, 0xd9)),
    );
  };

  it('are skipped, and their absence is an error', async () => {
    const sound = write(Uint8Array.of(0xff, 0xd0));
    const { data } = await codecs.decode('image/jpeg', sound);
    expect(new Set(data)).toEqual(new Set([128, 255]));
    const damaged = write(new Uint8Array());
    await expect(codecs.decode('image/jpeg', damaged)).rejects.toThrow('RST');
  });
});

describe('a CMYK JPEG', () => {
  it('is darker by its black', async () => {
    const file = await joinComponents(inksOf(PICTURE, 128), null);
    const image = await codecs.decode('image/jpeg', file);
    const expected = quadrantColors(PICTURE).map((color) => color.map((value) => value / 2));
    for (const [index, [red = 0, green = 0, blue = 0]] of expected.entries()) {
      const color = quadrantColors(image)[index] ?? [0, 0, 0, 0];
      expect(distance(color, [red, green, blue, 255])).toBeLessThan(8);
    }
  });

  it('in YCCK gets its colours from luma and chroma', async () => {
    // Double inversion: the stored values are YCbCr of the inks.
    const toYcc = paint(75, 53, (x, y) => {
      const [r = 0, g = 0, b = 0] = colorAt(PICTURE, x, y).map((value) => 255 - value);
      const luma = 0.299 * r + 0.587 * g + 0.114 * b;
      return [luma, 128 + (b - luma) / 1.772, 128 + (r - luma) / 1.402, 255];
    });
    const file = await joinComponents(inksOf(toYcc, 255), 2);
    const image = await codecs.decode('image/jpeg', file);
    for (const [index, color] of quadrantColors(PICTURE).entries()) {
      expect(distance(quadrantColors(image)[index] ?? color, color)).toBeLessThan(12);
    }
  });

  it('ignores foreign segments and tables after its scans', async () => {
    const file = await joinComponents(inksOf(PICTURE, 255), 0);
    const other = segment(0xee, concat(ascii('Other'), new Uint8Array(6), Uint8Array.of(2)));
    const table = segment(0xdb, new Uint8Array(65).fill(255, 1));
    const expected = await codecs.decode('image/jpeg', file);
    for (const odd of [
      insertSegments(file, other),
      concat(file.subarray(0, -2), table, file.subarray(-2)),
    ]) {
      const { data } = await codecs.decode('image/jpeg', odd);
      expect(Buffer.from(data).equals(Buffer.from(expected.data))).toBe(true);
    }
  });

  it('is shown by its profile', async () => {
    // A press with cyan and yellow exchanged.
    const profile = tableProfile(
      'mft2',
      'CMYK',
      ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
        (1 - yellow) * (1 - black),
        (1 - magenta) * (1 - black),
        (1 - cyan) * (1 - black),
      ],
    );
    const plain = await joinComponents(inksOf(PICTURE, 255), 0);
    const file = insertSegments(plain, ...iccSegments(profile, 1 + (profile.length >> 15)));
    const image = await codecs.decode('image/jpeg', file);
    for (const [index, [red, green, blue]] of quadrantColors(PICTURE).entries()) {
      const color = quadrantColors(image)[index] ?? [0, 0, 0, 0];
      expect(distance(color, [blue, green, red, 255])).toBeLessThan(24);
    }
  });

  it('is refused when it has a second, larger frame, or samples at an impossible rate', async () => {
    const file = await joinComponents(inksOf(PICTURE, 255), 0, { progressive: false });
    const frameAt = Buffer.from(file).indexOf(Uint8Array.of(0xff, 0xc0));
    const larger = file.slice(frameAt, frameAt + 22);
    larger.set([2, 0, 2, 0], 5);
    const again = concat(file.subarray(0, -2), larger, file.subarray(-2));
    const odd = file.slice();
    odd[frameAt + 11] = 0x51;
    for (const refused of [again, odd]) {
      await expect(codecs.decode('image/jpeg', refused)).rejects.toThrow();
    }
  });

  it('is refused when its image data are cut short or garbage', async () => {
    const file = await joinComponents(inksOf(RICH, 255), 0);
    for (const share of [0.4, 0.6, 0.9, 0.99]) {
      const cut = file.subarray(0, Math.floor(file.length * share));
      await expect(prepareSmall(cut)).rejects.toMatchObject({ code: 'malformed' });
      const closed = concat(cut, Uint8Array.of(0xff, 0xd9));
      await expect(prepareSmall(closed)).rejects.toMatchObject({ code: 'malformed' });
    }
  });
});
