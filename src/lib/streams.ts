import { joinBytes } from './bytes.ts';

/** Reads and discards the rest of a stream, about `maxBytes` at most; a stream that breaks is left alone. */
export async function drain(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<void> {
  const reader = stream.getReader();
  try {
    for (let read = 0; read <= maxBytes;) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.byteLength;
    }
  } catch {
    // The sender has gone: nobody is waiting for an answer.
  } finally {
    reader.releaseLock();
  }
}

/** Reads a whole stream; null as soon as it exceeds `maxBytes`, with the rest left unread. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
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
  return joinBytes(chunks);
}
