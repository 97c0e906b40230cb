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
import { paintQuadrants } from '../fixtures/pictures.ts';
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
