/** The only photon instance cannot be replaced, so photon decodes no external data, and draws narrow strips. */
let heap: WebAssembly.Memory | null = null;

export function photonHeapBytes(): number {
  return heap?.buffer.byteLength ?? 0;
}

export function keepPhotonHeap(memory: WebAssembly.Memory): void {
  heap = memory;
}
