import type { Codecs } from './codecs.ts';
import { createWasmCodecs, type WasmName } from './wasm-codecs.ts';

// The project's type library is that of Workers, which cannot compile.
const { compileStreaming } = WebAssembly as unknown as {
  compileStreaming(response: Promise<Response>): Promise<WebAssembly.Module>;
};

/**
 * Codecs for browsers. `urlOf` tells where each compiled codec is served, as `application/wasm`.
 * Decoding and encoding take seconds for a large photograph: run them in a Worker.
 */
export function createBrowserCodecs(urlOf: (name: WasmName) => string | URL): Codecs {
  return createWasmCodecs((name) => compileStreaming(fetch(urlOf(name))));
}
