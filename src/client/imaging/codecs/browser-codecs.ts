import type { PixelCodecs } from './codecs.ts';
import { createWasmCodecs, type WasmCodecsOptions, type WasmName } from './wasm-codecs.ts';

/**
 * Codecs for browsers. `urlOf` returns the URL of each codec, served as `application/wasm`. A large photograph takes
 * seconds: run them in Web Workers, with `serveCodecs` there and `createThreadedCodecs` on the page. Limit memory with
 * `maxHeapBytes`.
 */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  options: WasmCodecsOptions = {},
): PixelCodecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))), options);
}
