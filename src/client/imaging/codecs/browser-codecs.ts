import type { PixelCodecs } from './codecs.ts';
import { createWasmCodecs, type WasmCodecsOptions, type WasmName } from './wasm-codecs.ts';

/**
 * Codecs for browsers. `urlOf` returns where each compiled codec is served, as `application/wasm`. They take seconds for
 * a large photograph: run them in Workers, by `serveCodecs` there and `createThreadedCodecs` here. Where a page has no
 * Workers they do in its own thread. Where memory is short, set `maxHeapBytes`.
 */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  options: WasmCodecsOptions = {},
): PixelCodecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))), options);
}
