import type { Sharp } from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deriveWith } from '../../../../../src/worker/imaging/derive/derive-with.ts';
import { inspectImage } from '../../../../../src/worker/imaging/derive/inspect-image.ts';
import type { ImageType } from '../../../../../src/imaging/sniff.ts';
import {
  isFrameHeader,
  walkJpegSegments,
} from '../../../../../src/imaging/source/jpeg-segments.ts';
import { encodePng, pngChunk } from '../../../imaging/fixtures/craft.ts';
import { setCodePoints } from '../../../imaging/fixtures/craft-avif.ts';
import { encodeAvif } from '../../../imaging/fixtures/encoders.ts';
import { createNodeEngine } from '../../../imaging/fixtures/node-engine.ts';
import { paint } from '../../../imaging/fixtures/images.ts';
import { fromPixels, writeAs } from '../../../imaging/fixtures/sharp-images.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const;
const PLAN = { mimeType: 'image/webp', size: { width: 24, height: 16 }, quality: 80 } as const;
const COLORS = paint(48, 32, (x, y) => [x * 5, y * 7, 90, 255]);
const ARRAYS = [
  'Uint8ClampedArray',
  'Uint8Array',
  'Int16Array',
  'Float32Array',
  'DataView',
] as const;
const NO_MEMORY = 'Array buffer allocation failed';

const drawing = (): Sharp => fromPixels(COLORS).removeAlpha();
const fileOf = (type: ImageType): Promise<Uint8Array> => writeAs(drawing(), type);

describe('a valid file', () => {
  it('with an unsupported coding is too large, not damaged', async () => {
    const engine = await createNodeEngine();
    const [jpeg, avif] = await Promise.all([fileOf('image/jpeg'), encodeAvif(COLORS)]);
    const frame = [...walkJpegSegments(jpeg)].find(({ marker }) => isFrameHeader(marker));
    const frameAt = (frame?.whole.byteOffset ?? 0) - jpeg.byteOffset;
    const jpegOf = (marker: number, precision: number): Uint8Array => {
      const file = jpeg.slice();
      file[frameAt + 1] = marker;
      file[frameAt + 4] = precision;
      return file;
    };
    const emptyGif = (await fileOf('image/gif')).slice();
    emptyGif.set([0xff, 0xff, 0xff, 0xff], 6);
    for (const [name, file] of Object.entries({
      arithmetic: jpegOf(0xc9, 8),
      lossless: jpegOf(0xc3, 8),
      'of 12 bits': jpegOf(0xc1, 12),
      PQ: setCodePoints(avif, 9, 16),
      HLG: encodePng(COLORS, [pngChunk('cICP', Uint8Array.of(9, 18, 0, 1))]),
      'GIF on a huge screen': emptyGif,
    })) {
      const header = await inspectImage(file);
      expect(header, name).toMatchObject({ ok: true, value: { decodingBytes: Infinity } });
      const made = await deriveWith(engine, file, PLAN);
      expect(made, name).toEqual({ ok: false, error: 'too_large' });
    }
  });
});

describe('with little memory', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('a failed array allocation is not a fault of the file, and leaves nothing counted', async () => {
    const own = await createNodeEngine();
    const idleBytes = own.budget.availableBytes;
    const inks = await drawing().toColourspace('cmyk').jpeg().toBuffer();
    const files = await Promise.all(TYPES.map(fileOf));
    for (const file of [...files, new Uint8Array(inks)]) {
      let refusals = 0;
      for (const name of ARRAYS) {
        const refuse = vi.fn<() => never>(() => {
          throw new RangeError(NO_MEMORY);
        });
        vi.stubGlobal(name, new Proxy<object>(globalThis[name], { construct: refuse }));
        const end = await deriveWith(own, file, PLAN).catch(String);
        vi.unstubAllGlobals();
        // A codec in JavaScript does not use some of them.
        if (refuse.mock.calls.length === 0) expect(end, name).toHaveProperty('ok', true);
        else expect(end, name).toBe(`RangeError: ${NO_MEMORY}`);
        refusals += Number(refuse.mock.calls.length > 0);
        expect(own.budget.availableBytes, name).toBe(idleBytes);
      }
      expect(refusals).toBeGreaterThan(1);
    }
  });

  it('a failed instantiation is not a fault of the file', async () => {
    for (const type of ['image/jpeg', 'image/webp'] as const) {
      const own = await createNodeEngine();
      const idleBytes = own.budget.availableBytes;
      const spy = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function refuse() {
        throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory');
      });
      const file = await fileOf(type);
      await expect(deriveWith(own, file, PLAN)).rejects.toThrow('Out of memory');
      expect(own.budget.availableBytes).toBe(idleBytes);
      spy.mockRestore();
      expect(await deriveWith(own, file, PLAN)).toHaveProperty('ok', true);
    }
  });

  it('a refused heap growth means too large', async () => {
    const own = await createNodeEngine();
    const idleBytes = own.budget.availableBytes;
    const large = drawing().resize(2400, 1800).webp({ lossless: true, effort: 0 });
    const file = new Uint8Array(await large.toBuffer());
    const { Instance } = WebAssembly;
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(function make(wasm, imports) {
      const instance = new Instance(wasm, imports);
      for (const item of Object.values(instance.exports)) {
        if (item instanceof WebAssembly.Memory) Object.assign(item, { grow: refuseToGrow });
      }
      return instance;
    });
    expect(await deriveWith(own, file, PLAN)).toEqual({ ok: false, error: 'too_large' });
    expect(own.budget.availableBytes).toBe(idleBytes);
  });
});

/** A typed array constructor without memory. */
function refuseToGrow(): never {
  throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
}
