/** Apply it last: the runtime does not pipe the result into another stream of fixed length, or a `tee` of it. */
export function fixLength(stream: ReadableStream, size: number): ReadableStream {
  return stream.pipeThrough(new FixedLengthStream(size));
}
