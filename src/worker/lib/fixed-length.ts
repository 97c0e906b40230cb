/**
 * Gives a stream a length that an HTTP answer can state, and breaks it where bytes are missing. The runtime does not
 * pipe the result into another stream of fixed length, nor what `tee` makes of it: apply it last.
 */
export function fixLength(stream: ReadableStream, size: number): ReadableStream {
  return stream.pipeThrough(new FixedLengthStream(size));
}
