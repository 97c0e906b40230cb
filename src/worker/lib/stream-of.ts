/** A stream of bytes, which readers with buffers of their own may read. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Response(bytes).body ?? new ReadableStream();
}
