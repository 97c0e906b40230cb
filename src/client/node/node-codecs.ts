import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Codecs } from '../imaging/codecs/codecs.ts';
import {
  createWasmCodecs,
  WASM_PATHS,
  type WasmCodecsOptions,
} from '../imaging/codecs/wasm-codecs.ts';

/** Codecs for Node, out of the installed packages. Where memory is short, set `maxHeapBytes`. */
export function createNodeCodecs(options: WasmCodecsOptions = {}): Codecs {
  return createWasmCodecs(async (name) => {
    const path = fileURLToPath(import.meta.resolve(`@jsquash/${WASM_PATHS[name]}`));
    return WebAssembly.compile(await readFile(path));
  }, options);
}
