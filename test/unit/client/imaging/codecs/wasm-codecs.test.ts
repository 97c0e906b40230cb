import { describe, expect, it, vi } from 'vitest';
import type { Codecs } from '../../../../../src/client/imaging/codecs/codecs.ts';
import { createWasmCodecs } from '../../../../../src/client/imaging/codecs/wasm-codecs.ts';
import type { WasmName } from '../../../../../src/client/imaging/codecs/wasm-files.ts';
import { prepareParts } from '../../../../../src/client/imaging/prepare-parts.ts';
import { createNodeCodecs, readWasm } from '../../../../../src/client/node/node-codecs.ts';
import { encodePng, writePng } from '../../../imaging/fixtures/craft.ts';
import { codecs, decodeWith, encodeAvif, encodeJpeg } from '../../../imaging/fixtures/encoders.ts';
import { GREEN, paint, paintQuadrants } from '../../../imaging/fixtures/images.ts';
import { RECIPE } from '../fixtures/recipe.ts';

// Real codecs take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const load = async (name: WasmName): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readWasm(name));

const pngHeader = (width: number, height: number, colorType = 6): Uint8Array =>
  writePng({ width, height, bitDepth: 8, colorType, rows: [] });

describe('createWasmCodecs', () => {
  it('loads only the codecs that a source needs, once', async () => {
    const loaded: WasmName[] = [];
    const codecs = createWasmCodecs((name) => {
      loaded.push(name);
      return load(name);
    });
    const file = await encodeJpeg(paintQuadrants(20, 20));
    await prepareParts(file, RECIPE, codecs);
    await prepareParts(file, RECIPE, codecs);
    expect(loaded.toSorted()).toEqual(['pictureEngine']);
  });

  it('reports a failed load without WebAssembly, not a faulty image', async () => {
    const file = encodePng(paintQuadrants(20, 20));
    vi.stubGlobal('WebAssembly', undefined);
    await expect(prepareParts(file, RECIPE, createWasmCodecs(load))).rejects.toMatchObject({
      code: 'codec_unavailable',
    });
  });

  it('limits a codec’s memory, and accepts the next image', async () => {
    const codecs = createWasmCodecs(load, { maxHeapBytes: 20 * 1024 * 1024 });
    const noise = paint(1500, 1500, (x, y) => {
      const value = Math.imul((y * 1500 + x) ^ 0x5b_d1, 0x9e_37_79_b1) < 0 ? 0 : 255;
      return [value, value, value, 255];
    });
    const refusal = expect.objectContaining({ name: 'PrepareError', code: 'out_of_memory' });
    await expect(codecs.encodeWebp(noise, 80)).rejects.toEqual(refusal);
    const calm = paint(1000, 1000, () => GREEN);
    const file = await codecs.encodeWebp(calm, 80);
    await expect(decodeWith(codecs, 'image/webp', file)).resolves.toMatchObject({ width: 1000 });
  });

  it('refuses an image beyond the memory limit before allocating any', async () => {
    const small = createNodeCodecs({ maxHeapBytes: 3 * 1024 * 1024 });
    const outcomes = [
      [codecs, 'image/png', pngHeader(16_384, 16_384), 'out_of_memory'],
      [small, 'image/png', pngHeader(1000, 1000), 'out_of_memory'],
      [small, 'image/png', pngHeader(1000, 1000, 2), 'out_of_memory'],
      [small, 'image/png', pngHeader(500, 500), undefined],
    ] as const;
    for (const [using, type, file, code] of outcomes) {
      const error: unknown = await decodeWith(using, type, file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect((error as { code?: string }).code).toBe(code);
    }
  });

  it('does not blame the image when a codec fails to load, and loads it again later', async () => {
    let isOnline = false;
    const codecs = createWasmCodecs((name) =>
      isOnline ? load(name) : Promise.reject(new TypeError('fetch failed')),
    );
    const file = await encodeJpeg(paintQuadrants(20, 20));
    await expect(prepareParts(file, RECIPE, codecs)).rejects.toMatchObject({
      name: 'PrepareError',
      code: 'codec_unavailable',
    });
    isOnline = true;
    await expect(prepareParts(file, RECIPE, codecs)).resolves.toBeDefined();
  });

  it('does not blame the image when code fails to load or to start', async () => {
    const failing = (): never => {
      throw new TypeError('Failed to fetch dynamically imported module');
    };
    const image = paintQuadrants(20, 20);
    const jpeg = await encodeJpeg(image);
    const png = encodePng(image);
    const expectUnavailable = async (file: Uint8Array, using: Codecs): Promise<void> =>
      expect(prepareParts(file, RECIPE, using)).rejects.toMatchObject({
        code: 'codec_unavailable',
      });
    const path = '@jsquash/avif/codec/dec/avif_dec.js';
    vi.doMock(path, failing);
    await expectUnavailable(await encodeAvif(image), createWasmCodecs(load));
    vi.doUnmock(path);
    const mistaken = createWasmCodecs(() => load('avifDecoder'));
    for (const file of [jpeg, png]) await expectUnavailable(file, mistaken);
  });
});
