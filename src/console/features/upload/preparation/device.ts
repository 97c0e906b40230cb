import type { DeviceTraits } from './limits.ts';

export function readDevice(): DeviceTraits {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return {
    memoryGigabytes: deviceMemory ?? null,
    processors: navigator.hardwareConcurrency,
    isIsolated: crossOriginIsolated,
    hasSharedMemory: typeof SharedArrayBuffer === 'function',
    hasWorkers: typeof Worker === 'function',
    hasWebAssembly: typeof WebAssembly === 'object',
  };
}
