import {
  createWasmCodecs,
  type WasmCodecs,
  type WasmCodecsOptions,
  type WasmName,
} from './wasm-codecs.ts';

/**
 * Codecs for browsers. `urlOf` returns where each compiled codec is served, as `application/wasm`. Decoding and
 * encoding take seconds for a large photograph: run them in a Worker. Where memory is short, set `maxHeapBytes`.
 */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  options: WasmCodecsOptions = {},
): WasmCodecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))), options);
}
