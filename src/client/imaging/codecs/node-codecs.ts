import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Codecs } from './codecs.ts';
import { createWasmCodecs, WASM_PATHS } from './wasm-codecs.ts';

// The project's type library is that of Workers, which cannot compile.
const { compile } = WebAssembly as unknown as {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
};

/** Codecs for Node, out of the installed packages. */
export function createNodeCodecs(): Codecs {
  return createWasmCodecs(async (name) => {
    const path = fileURLToPath(import.meta.resolve(`@jsquash/${WASM_PATHS[name]}`));
    return compile(await readFile(path));
  });
}
