/** Reads and throws away what is left of a stream, `maxBytes` at most; a stream that breaks is left alone. */
export const drain = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<void> => {
  const reader = stream.getReader();
  try {
    for (let read = 0; read <= maxBytes;) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.byteLength;
    }
  } catch {
    // The sender went away: nobody waits for an answer any more.
  } finally {
    reader.releaseLock();
  }
};

/** Reads a stream whole; null as soon as it holds more than `maxBytes`, with the rest left unread. */
export const readUpTo = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) return null;
      chunks.push(value);
    }
  } finally {
    reader.releaseLock();
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
};
