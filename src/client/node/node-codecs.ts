import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PixelCodecs } from '../imaging/codecs/codecs.ts';
import { createWasmCodecs } from '../imaging/codecs/wasm-codecs.ts';
import { WASM_PATHS, type WasmCodecsOptions, type WasmName } from '../imaging/codecs/wasm-files.ts';

export type ReadWasm = (name: WasmName) => Promise<Uint8Array<ArrayBuffer>>;

export function createNodeCodecs(
  options: WasmCodecsOptions = {},
  read: ReadWasm = readWasm,
): PixelCodecs {
  return createWasmCodecs(async (name) => WebAssembly.compile(await read(name)), options);
}

export async function readWasm(name: WasmName): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(locateWasm(name));
}

/** The path of a codec's file. */
export function locateWasm(name: WasmName): string {
  const path = WASM_PATHS[name];
  const url = path.startsWith('.')
    ? new URL(path, new URL('../../imaging/engine/', import.meta.url))
    : import.meta.resolve(path);
  return fileURLToPath(url);
}
