/**
 * The heap of the isolate's only photon instance. It cannot be replaced, so photon never decodes external data, and
 * draws narrow strips to keep its heap small.
 */
let heap: WebAssembly.Memory | null = null;

export function photonHeapBytes(): number {
  return heap?.buffer.byteLength ?? 0;
}

export function keepPhotonHeap(memory: WebAssembly.Memory): void {
  heap = memory;
}
