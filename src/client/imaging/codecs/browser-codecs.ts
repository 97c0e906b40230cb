import { readDevice, type DeviceTraits } from '../device.ts';
import { demandFit, wasmHeapBytes, wasmLimits } from '../device-limits.ts';
import type { PixelCodecs } from './codecs.ts';
import { createWasmCodecs } from './wasm-codecs.ts';
import type { WasmCodecsOptions, WasmName } from './wasm-files.ts';

export interface BrowserCodecsOptions extends WasmCodecsOptions {
  /** What this browser reports by default. */
  readonly device?: DeviceTraits;
}

/**
 * `urlOf` returns each codec's URL, served as `application/wasm`. Large photographs take seconds: use Web Workers.
 * Drawing throws a DeviceLimitError, before anything is decoded, for what is too large for the device.
 */
export function createBrowserCodecs(
  urlOf: (name: WasmName) => string | URL,
  { device = readDevice(), maxHeapBytes = wasmHeapBytes(device) }: BrowserCodecsOptions = {},
): PixelCodecs {
  const load = (name: WasmName) => WebAssembly.compileStreaming(fetch(urlOf(name)));
  const codecs = createWasmCodecs(load, { maxHeapBytes });
  const limits = wasmLimits(device);
  return {
    ...codecs,
    async draw(request) {
      demandFit(request.info, limits);
      return codecs.draw(request);
    },
  };
}
