import type { PixelCodecs } from './codecs.ts';
import { createWasmCodecs, type WasmCodecsOptions, type WasmName } from './wasm-codecs.ts';

/** `urlOf` returns each codec's URL, served as `application/wasm`. Large photographs take seconds: use Web Workers. */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  options: WasmCodecsOptions = {},
): PixelCodecs {
  return createWasmCodecs((name) => WebAssembly.compileStreaming(fetch(urlOf(name))), options);
}
