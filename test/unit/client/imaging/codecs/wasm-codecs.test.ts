import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import {
  createWasmCodecs,
  WASM_PATHS,
  type WasmName,
} from '../../../../../src/client/imaging/codecs/wasm-codecs.ts';
import { prepareParts } from '../../../../../src/client/imaging/prepare-parts.ts';
import { encodeJpeg } from '../fixtures/encoders.ts';
import { GREEN, paint, paintQuadrants } from '../fixtures/pictures.ts';
import { RECIPE } from '../fixtures/recipe.ts';

// Real codecs take seconds where other work has the processor.
vi.setConfig({ testTimeout: 60_000 });

const load = async (name: WasmName): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    await readFile(fileURLToPath(import.meta.resolve(`@jsquash/${WASM_PATHS[name]}`))),
  );

describe('createWasmCodecs', () => {
  it('loads what a source needs, once, and nothing else', async () => {
    const loaded: WasmName[] = [];
    const codecs = createWasmCodecs((name) => {
      loaded.push(name);
      return load(name);
    });
    const file = await encodeJpeg(paintQuadrants(20, 20));
    await prepareParts(file, RECIPE, codecs);
    await prepareParts(file, RECIPE, codecs);
    expect(loaded.toSorted()).toEqual(['jpegDecoder', 'webpSimdEncoder']);
  });

  it('gives a codec no more memory than it may have, and takes the next picture', async () => {
    const codecs = createWasmCodecs(load, { maxHeapBytes: 48 * 1024 * 1024 });
    const noise = paint(1600, 1600, (x, y) => {
      const value = Math.imul((y * 1600 + x) ^ 0x5b_d1, 0x9e_37_79_b1) < 0 ? 0 : 255;
      return [value, value, value, 255];
    });
    const refusal = expect.objectContaining({ name: 'PrepareError', code: 'out_of_memory' });
    await expect(codecs.encodeWebp(noise, 80)).rejects.toEqual(refusal);
    const calm = paint(1600, 1600, () => GREEN);
    const file = await codecs.encodeWebp(calm, 80);
    await expect(codecs.decode('image/webp', file)).resolves.toMatchObject({ width: 1600 });
  });

  it('does not blame the image when a codec fails to load, and tries again later', async () => {
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
});
