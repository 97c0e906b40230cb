import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PixelCodecs } from '../imaging/codecs/codecs.ts';
import {
  createWasmCodecs,
  WASM_PATHS,
  type WasmCodecsOptions,
  type WasmName,
} from '../imaging/codecs/wasm-codecs.ts';

export function createNodeCodecs(options: WasmCodecsOptions = {}): PixelCodecs {
  return createWasmCodecs(async (name) => WebAssembly.compile(await readWasm(name)), options);
}

export async function readWasm(name: WasmName): Promise<Uint8Array<ArrayBuffer>> {
  const path = WASM_PATHS[name];
  const url = path.startsWith('.')
    ? new URL(path, new URL('../imaging/engine/', import.meta.url))
    : import.meta.resolve(path);
  return readFile(fileURLToPath(url));
}
