/**
 * States a stream's length to HTTP, and breaks the stream if bytes are missing. The runtime does not pipe the result
 * into another stream of fixed length, or a `tee` of it: apply it last.
 */
export function fixLength(stream: ReadableStream, size: number): ReadableStream {
  return stream.pipeThrough(new FixedLengthStream(size));
}
