/**
 * The heap of photon's only instance in the isolate, which the first text mark makes. It cannot be replaced, so it never
 * decodes anything that comes from outside, and it draws on narrow strips only, which keeps its heap small.
 */
let heap: WebAssembly.Memory | null = null;

/** What photon holds of the isolate's memory, in bytes: 0 before there is an instance. */
export function photonHeapBytes(): number {
  return heap?.buffer.byteLength ?? 0;
}

/** Remembers the heap of the instance that has been made. */
export function keepPhotonHeap(memory: WebAssembly.Memory): void {
  heap = memory;
}
