import type { Codecs } from './codecs.ts';
import { createWasmCodecs, type WasmName } from './wasm-codecs.ts';

/**
 * Codecs for browsers. `urlOf` returns where each compiled codec is served, as `application/wasm`. Decoding and encoding
 * take seconds for a large photograph: run them in a Worker.
 */
export function createBrowserCodecs(urlOf: (name: WasmName) => string | URL): Codecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))));
}
