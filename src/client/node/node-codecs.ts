import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Codecs } from '../imaging/codecs/codecs.ts';
import { createWasmCodecs, WASM_PATHS } from '../imaging/codecs/wasm-codecs.ts';

/** Codecs for Node, out of the installed packages. */
export function createNodeCodecs(): Codecs {
  return createWasmCodecs(async (name) => {
    const path = fileURLToPath(import.meta.resolve(`@jsquash/${WASM_PATHS[name]}`));
    return WebAssembly.compile(await readFile(path));
  });
}
