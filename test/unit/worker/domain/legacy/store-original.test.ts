import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../../../../src/worker/domain/errors.ts';
import { storeOriginal } from '../../../../../src/worker/domain/legacy/store-original.ts';
import type { Services } from '../../../../../src/worker/domain/services.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import { makeAvif, makeGif, makeJpeg } from '../../../../support/craft-images.ts';
import { ascii, concat } from '../../../imaging/fixtures/bytes.ts';
import { iccpChunk, jpegHeaders, pngChunk, writePng } from '../../../imaging/fixtures/craft.ts';
import { addProperties, writeBox } from '../../../imaging/fixtures/craft-avif.ts';

const MUTATIONS = 2000;

const webp = readFileSync(new URL('../../../../fixtures/webp/lossy-exif.webp', import.meta.url));

const FILES: Readonly<Record<string, Uint8Array>> = {
  'a JPEG': makeJpeg(40, 30, { orientation: 6, bytes: 50 }),
  'a PNG': writePng({
    width: 3,
    height: 2,
    bitDepth: 8,
    colorType: 0,
    rows: [new Uint8Array(3), new Uint8Array(3)],
    chunks: [iccpChunk(new Uint8Array(64)), pngChunk('eXIf', new Uint8Array(30))],
  }),
  'a GIF': makeGif(5, 4, 3),
  'a WebP': new Uint8Array(webp),
  'an AVIF': makeAvif(7, 6, 1),
};

/** Reproducible numbers in [0, 1). */
const createRandom = () => {
  let state = 20_261_122;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

const store = (
  file: Uint8Array,
  putNew: () => Promise<string> = async () => 'stored',
  ms = 60_000,
) => {
  const objects = { putNew } as unknown as Services['objects'];
  const config = { UPLOAD_MAX_PIXELS: 50_000_000 } as Services['config'];
  const storeBy = systemClock.now() + ms;
  const services = { objects, config, clock: systemClock };
  const limits = { key: 'key', maxBytes: 4096, storeBy, withLocation: false };
  return storeOriginal(services, limits, (take) => take(file));
};

it.each(Object.entries(FILES))(
  `%s in ${String(MUTATIONS)} mutations is stored, or refused as damaged or too large`,
  async (_, sound) => {
    const { original } = await store(sound);
    expect(original.size).toBe(sound.byteLength);
    const random = createRandom();
    const below = (limit: number): number => Math.floor(random() * limit);
    for (let round = 0; round < MUTATIONS; round += 1) {
      const file = sound.slice(0, random() < 0.2 ? below(sound.byteLength) : sound.byteLength);
      for (let count = below(6); count >= 0; count -= 1) file[below(file.byteLength)] = below(256);
      try {
        const { original: taken } = await store(file);
        const { width, height } = taken;
        expect(width * height).toBeLessThanOrEqual(50_000_000);
        expect(Math.min(width, height)).toBeGreaterThan(0);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        expect(['unsupported_type', 'image_too_large']).toContain(error.reason);
      }
    }
  },
);

describe('a file that cannot be shown is refused in words (3003):', () => {
  const jpegOf = (marker: number, bits: number): Uint8Array => {
    const file = jpegHeaders(10, 10, 3);
    file[3] = marker;
    file[6] = bits;
    return file;
  };
  const avifOf = (transfer: number): Uint8Array => {
    const codePoints = Uint8Array.of(0, 9, 0, transfer, 0, 9, 0x80);
    return addProperties(makeAvif(7, 6), writeBox('colr', concat(ascii('nclx'), codePoints)));
  };
  const png = writePng({
    width: 3,
    height: 1,
    bitDepth: 8,
    colorType: 0,
    rows: [new Uint8Array(3)],
    chunks: [pngChunk('cICP', Uint8Array.of(9, 16, 0, 1))],
  });

  it.each([
    ['a JPEG of 12 bits', jpegOf(0xc1, 12), '12 bits'],
    ['an arithmetic JPEG', jpegOf(0xca, 8), 'arithmetically'],
    ['a lossless JPEG', jpegOf(0xc3, 8), 'lossless'],
    ['an AVIF in PQ', avifOf(16), 'HDR'],
    ['an AVIF in HLG', avifOf(18), 'HDR'],
    ['a PNG in PQ', png, 'HDR'],
  ])('%s', async (_, file, words) => {
    await expect(store(file)).rejects.toMatchObject({
      reason: 'unsupported_type',
      details: { message: expect.stringContaining(words) as string },
    });
  });

  it('and is taken when only its colours differ', async () => {
    await expect(store(avifOf(13))).resolves.toMatchObject({ original: { width: 7, height: 6 } });
  });
});

it('storing an original inflates no profile of it', async () => {
  const inflate = vi.spyOn(globalThis, 'DecompressionStream');
  try {
    await store(FILES['a PNG'] ?? new Uint8Array());
    expect(inflate).not.toHaveBeenCalled();
  } finally {
    inflate.mockRestore();
  }
});

it('a file that the bucket stores too slowly is given up', async () => {
  const never = () => new Promise<string>(() => undefined);
  for (const ms of [0, 20]) {
    await expect(store(makeGif(5, 4), never, ms)).rejects.toMatchObject({
      reason: 'upload_interrupted',
    });
  }
});
