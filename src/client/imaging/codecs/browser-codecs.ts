import type { PixelCodecs } from './codecs.ts';
import { createWasmCodecs, type WasmCodecsOptions, type WasmName } from './wasm-codecs.ts';

/**
 * `urlOf` returns the URL of each codec, served as `application/wasm`. A large photograph takes seconds, so use Web
 * Workers: `serveCodecs` there, `createThreadedCodecs` on the page.
 */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  options: WasmCodecsOptions = {},
): PixelCodecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))), options);
}
