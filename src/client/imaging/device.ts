export interface DeviceTraits {
  /** As the browser reports it; null where it does not. */
  readonly memoryGigabytes: number | null;
  readonly processors: number;
  readonly isIsolated: boolean;
  readonly hasSharedMemory: boolean;
  readonly hasWorkers: boolean;
  readonly hasWebAssembly: boolean;
}

/** Of browsers; a runtime may lack any of them. */
interface BrowserGlobals {
  readonly crossOriginIsolated?: boolean;
  readonly Worker?: unknown;
  readonly document?: unknown;
  readonly navigator?: { readonly deviceMemory?: number; readonly hardwareConcurrency?: number };
}

/** For pages and Web Workers. */
export function readDevice(): DeviceTraits {
  const { crossOriginIsolated, Worker, document, navigator } = globalThis as BrowserGlobals;
  return {
    memoryGigabytes: navigator?.deviceMemory ?? null,
    processors: navigator?.hardwareConcurrency ?? 1,
    isIsolated: crossOriginIsolated === true,
    hasSharedMemory: typeof SharedArrayBuffer === 'function',
    // In some browsers, a Web Worker cannot start another.
    hasWorkers: Worker !== undefined || document === undefined,
    hasWebAssembly: typeof WebAssembly === 'object',
  };
}
