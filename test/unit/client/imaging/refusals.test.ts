import { GifWriter } from 'omggif';
import { describe, expect, it, vi } from 'vitest';
import type { Codecs } from '../../../../src/client/imaging/codecs/codecs.ts';
import { validateSource } from '../../../../src/client/imaging/validate-source.ts';
import { drawSource } from '../../../../src/imaging/engine/draw-source.ts';
import { prepareParts } from '../../../../src/client/imaging/prepare-parts.ts';
import { readGifHeader } from '../../../../src/imaging/source/gif-header.ts';
import type { JpegSegment } from '../../../../src/imaging/source/jpeg-segments.ts';
import type { Recipe, RecipeVariant } from '../../../../src/client/protocol-types.ts';
import type { Pixels } from '../../../../src/shared/pixels.ts';
import { ascii, concat, uint32 } from '../../imaging/fixtures/bytes.ts';
import {
  encodePng,
  imageChunk,
  insertSegments,
  jpegHeaders,
  mapScans,
  pngChunk,
  riffChunk,
  segment,
  writeExtendedWebp,
  writePng,
} from '../../imaging/fixtures/craft.ts';
import { joinComponents, planeOf } from '../../imaging/fixtures/craft-cmyk.ts';
import { codecs, encodeAvif, encodeJpeg, encodeWebp } from '../../imaging/fixtures/encoders.ts';
import { paint, paintQuadrants } from '../../imaging/fixtures/images.ts';
import { createNodeEngine } from '../../imaging/fixtures/node-engine.ts';
import { RECIPE } from './fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const PICTURE = paintQuadrants(48, 32);
/** Ramps and noise, for much image data. */
const RICH = paint(96, 64, (x, y) => {
  const noise = (Math.imul(x * 96 + y, 0x9e_37_79_b1) >>> 24) % 90;
  return [x * 2, 90 + noise, y * 3, 255];
});
const CHROMA_HALVED = { auto_subsample: false, chroma_subsample: 2 };

/** Fails the test if anything is decoded. */
const NO_CODECS: Codecs = {
  isParallel: false,
  draw: () => Promise.reject(new Error('A refused source was decoded')),
};

const setBytes = (file: Uint8Array, at: number, ...bytes: readonly number[]): Uint8Array => {
  const changed = file.slice();
  changed.set(bytes, at);
  return changed;
};

/** Offset of the first scan's header. */
const findScan = (jpeg: Uint8Array): number => Buffer.from(jpeg).indexOf(Uint8Array.of(0xff, 0xda));

const expectRefusal = async (
  file: Uint8Array,
  code: string,
  recipe: Partial<Recipe> = {},
): Promise<void> =>
  expect(prepareParts(file, { ...RECIPE, ...recipe }, NO_CODECS)).rejects.toMatchObject({
    name: 'PrepareError',
    code,
  });

describe('refused before decoding is', () => {
  it('a file over the limit of bytes', async () => {
    const file = encodePng(PICTURE);
    await expectRefusal(file, 'source_too_large', { max_source_bytes: file.length - 1 });
  });

  it('a file that is not an image, whatever its name', async () => {
    for (const file of [ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), new Uint8Array()]) {
      await expectRefusal(file, 'unsupported_type');
    }
  });

  it('a type that the deployment does not accept', async () => {
    const types = { supported_source_mime_types: ['image/jpeg'] };
    await expectRefusal(encodePng(PICTURE), 'unsupported_type', types);
  });

  it('an image over the limit of pixels', async () => {
    await expectRefusal(encodePng(PICTURE), 'too_many_pixels', { max_pixels: 48 * 32 - 1 });
    await expectRefusal(jpegHeaders(60_000, 60_000, 3), 'too_many_pixels');
  });

  it('an image with a side that WebP cannot hold', async () => {
    await expectRefusal(jpegHeaders(16_384, 1, 3), 'side_too_long');
    await expectRefusal(jpegHeaders(1, 16_384, 3), 'side_too_long');
  });

  it('an image without area', async () => {
    await expectRefusal(jpegHeaders(0, 10, 3), 'malformed');
    await expectRefusal(jpegHeaders(10, 0, 3), 'malformed');
  });

  it('an animated PNG', async () => {
    const acTL = pngChunk('acTL', concat(uint32(2), uint32(0)));
    await expectRefusal(encodePng(PICTURE, [acTL]), 'animated');
  });

  it('an animated WebP, by its flag or by its frames', async () => {
    const image = imageChunk(await encodeWebp(PICTURE));
    const frame = riffChunk('ANMF', concat(new Uint8Array(16), image));
    const control = riffChunk('ANIM', new Uint8Array(6));
    await expectRefusal(writeExtendedWebp(0x02, PICTURE, control, frame), 'animated');
    await expectRefusal(writeExtendedWebp(0x00, PICTURE, frame), 'animated');
  });

  it('an animated GIF', async () => {
    const file = new Uint8Array(200);
    const writer = new GifWriter(file, 2, 2, { palette: [0, 0xff_ff_ff] });
    writer.addFrame(0, 0, 2, 2, [0, 1, 0, 1]);
    writer.addFrame(0, 0, 2, 2, [1, 0, 1, 0]);
    await expectRefusal(file.subarray(0, writer.end()), 'animated');
  });

  it('a small GIF with a huge screen', async () => {
    const write = (side: number): Uint8Array => {
      const file = new Uint8Array(200);
      const writer = new GifWriter(file, side, side, { palette: [0, 0xff_ff_ff] });
      writer.addFrame(0, 0, 2, 2, [0, 1, 0, 1]);
      return file.slice(0, writer.end());
    };
    await expectRefusal(write(7000), 'unsupported_coding');
    expect(readGifHeader(write(3000)).obstacle).toBeNull();
  });

  it('an AVIF image sequence', async () => {
    const file = (await encodeAvif(PICTURE)).slice();
    file.set(ascii('avis'), 8);
    await expectRefusal(file, 'animated');
  });

  it('a file whose headers end too early, at any place', async () => {
    const jpeg = await encodeJpeg(PICTURE);
    const png = encodePng(PICTURE);
    const files = [
      jpeg.subarray(0, findScan(jpeg) + 1),
      // Without IEND and the checksum before it, which are normalized.
      png.subarray(0, png.length - 16),
      await encodeWebp(PICTURE),
    ];
    for (const file of files) {
      // Twelve bytes identify a type.
      for (let length = 12; length < file.length - 1; length += 1) {
        await expectRefusal(file.subarray(0, length), 'malformed');
      }
    }
  });

  it('any image, when the recipe lacks a part', async () => {
    const [master, gallery] = RECIPE.variants;
    const variants = master && gallery ? [master, gallery] : [];
    await expectRefusal(encodePng(PICTURE), 'unusable_recipe', { variants });
  });

  it.each<RecipeVariant>([
    { kind: 'gallery', quality: 60, fit: 'cover', width: 120 },
    { kind: 'publish_source', quality: 80, fit: 'contain' },
    { kind: 'gallery', quality: 60, fit: 'cover', width: 32_768, height: 32_768 },
    { kind: 'gallery', quality: 60, fit: 'cover', width: 1.5, height: 2 },
    { kind: 'admin', quality: 60, fit: 'cover', width: 0, height: 160 },
  ])('anything, by a recipe that has no usable figures for $kind', async (incomplete) => {
    const variants = RECIPE.variants.map((variant) =>
      variant.kind === incomplete.kind ? incomplete : variant,
    );
    await expectRefusal(encodePng(PICTURE), 'unusable_recipe', { variants });
  });
});

describe('refused while decoding is', () => {
  const expectDamaged = async (file: Uint8Array): Promise<void> => {
    const outcome = prepareParts(file, RECIPE, codecs).then(
      () => 'prepared',
      (error: unknown) => (error as { code?: string }).code,
    );
    expect(await outcome, `of ${file.length} bytes`).toBe('malformed');
  };

  it.each([
    ['baseline', false],
    ['progressive', true],
  ])('a %s JPEG whose image data end too early, at any place', async (_, progressive) => {
    const file = await encodeJpeg(PICTURE, { progressive });
    const start = findScan(file) + 16;
    const step = Math.ceil((file.length - start) / 40);
    for (let length = start; length < file.length - 3; length += step) {
      await expectDamaged(file.subarray(0, length));
    }
    await expectDamaged(file.subarray(0, file.length - 3));
  });

  it.each([
    ['baseline', false],
    ['progressive', true],
  ])('a %s JPEG most of whose image data is garbage', async (_, progressive) => {
    const file = (await encodeJpeg(PICTURE, { progressive })).slice();
    const start = findScan(file) + 40;
    for (let at = start, state = 1; at < file.length - 2; at += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      file[at] = state >>> 24;
    }
    await expectDamaged(file);
  });

  it.each([
    ['baseline', { progressive: false }],
    ['progressive', { progressive: true }],
  ])('a %s JPEG whose last image data expand to more data than the rest', async (_, options) => {
    const colored = await encodeJpeg(RICH, { ...options, ...CHROMA_HALVED });
    const inks = await joinComponents(Array<Pixels>(4).fill(planeOf(RICH, 1)), 0, options);
    for (const sound of [colored, inks]) {
      await expect(codecs.decode('image/jpeg', sound)).resolves.toBeDefined();
      const fillFrom = Math.floor(sound.length * 0.6);
      await expectDamaged(sound.slice().fill(0, fillFrom, sound.length - 2));
      for (let seed = 1; seed <= 8; seed += 1) {
        const damaged = sound.slice();
        for (let at = fillFrom, state = seed; at < damaged.length - 2; at += 1) {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          damaged[at] = Math.min(0xfe, state >>> 24);
        }
        await expectDamaged(damaged);
      }
    }
  });

  it('a JPEG with half of its data, even after a harmless warning', async () => {
    const sound = await encodeJpeg(RICH, { progressive: false });
    const half = concat(
      sound.subarray(0, (sound.length + findScan(sound)) >> 1),
      sound.subarray(-2),
    );
    const adobe = segment(0xee, concat(ascii('Adobe'), new Uint8Array(6), Uint8Array.of(9)));
    const odd: readonly ((file: Uint8Array) => Uint8Array)[] = [
      (file) => setBytes(file, findScan(file) + 11, 0, 0, 0),
      (file) => setBytes(file, Buffer.from(file).indexOf('JFIF') + 5, 3),
      (file) => insertSegments(setBytes(file, Buffer.from(file).indexOf('JFIF'), 0), adobe),
    ];
    for (const change of odd) {
      await expectDamaged(change(half));
      const whole = change(sound).subarray(0, -2);
      expect(await codecs.decode('image/jpeg', whole)).toEqual(
        await codecs.decode('image/jpeg', sound),
      );
    }
  });

  it('a JPEG with a damaged scan, even after an earlier harmless warning', async () => {
    const sound = await encodeJpeg(RICH, { progressive: true });
    const padding = new Uint8Array(20);
    const fillBytes = new Uint8Array(200).fill(0xff);
    // As if the last bit were left to another scan; the same complete scan must not follow.
    const repeat = ({ whole, payload }: JpegSegment): Uint8Array =>
      concat(setBytes(whole, payload.length + 3, 1), whole);
    const odd: readonly ((scan: JpegSegment, index: number) => Uint8Array)[] = [
      ({ whole }, index) => (index === 0 ? concat(whole, padding) : whole),
      (scan, index) => (index === 1 ? repeat(scan) : scan.whole),
    ];
    for (const change of odd) {
      const endWith = (end: (scan: Uint8Array) => Uint8Array): Uint8Array =>
        mapScans(sound, (scan, index, count) =>
          index === count - 1 ? end(scan.whole) : change(scan, index),
        );
      await expectDamaged(endWith((scan) => scan.subarray(0, scan.length >> 1)));
      for (const behind of [new Uint8Array(), padding, fillBytes]) {
        const whole = endWith((scan) => concat(scan, behind));
        expect(await codecs.decode('image/jpeg', whole)).toEqual(
          await codecs.decode('image/jpeg', sound),
        );
      }
    }
  });

  it('a JPEG without one of its components, though it has an end', async () => {
    for (const progressive of [false, true]) {
      const inks = Array<Pixels>(4).fill(planeOf(PICTURE, 0));
      const whole = await joinComponents(inks, 0, { progressive });
      const lastScans = Buffer.from(whole).indexOf(Uint8Array.of(0xff, 0xda, 0, 8, 1, 4));
      await expectDamaged(concat(whole.subarray(0, lastScans), whole.subarray(-2)));
    }
  });

  it('a PNG with truncated image data, with or without IEND', async () => {
    const { width, height } = PICTURE;
    const rows = Array.from({ length: height / 2 }, () => new Uint8Array(width * 4));
    const half = writePng({ width, height, bitDepth: 8, colorType: 6, rows });
    await expectDamaged(half);
    await expectDamaged(half.subarray(0, -12));
  });

  it.each([
    ['JPEG', encodeJpeg],
    ['PNG', async (pixels: typeof PICTURE) => Promise.resolve(encodePng(pixels))],
    ['WebP', encodeWebp],
    ['AVIF', encodeAvif],
  ])('a %s whose image data is damaged, and the next sound one is not', async (_, encode) => {
    const sound = await encode(PICTURE);
    // Everything after the headers except the last bytes, which mark the file as whole.
    const damaged = sound.slice();
    damaged.fill(0xff, Math.floor(damaged.length / 2), damaged.length - 14);
    const attempt = prepareParts(damaged, RECIPE, codecs).then(
      () => 'prepared',
      (error: unknown) => (error as { code?: string }).code,
    );
    // A codec may accept it, too, but must not break.
    expect(['malformed', 'prepared']).toContain(await attempt);
    await expect(prepareParts(sound, RECIPE, codecs)).resolves.toBeDefined();
  });

  it('an image of another size than its headers declare', async () => {
    const { info } = await validateSource(encodePng(PICTURE), RECIPE);
    const { picture } = await createNodeEngine();
    const request = { info, conversion: null, frames: [] };
    const pixels = paintQuadrants(2, 2);
    expect(() => picture.use((engine) => drawSource({ pixels }, request, engine))).toThrow('size');
  });

  it('an image with a part over the limit of bytes', async () => {
    const recipe = { ...RECIPE, max_part_bytes: 100 };
    await expect(prepareParts(encodePng(PICTURE), recipe, codecs)).rejects.toMatchObject({
      code: 'part_too_large',
    });
  });
});
