import { joinBytes } from './bytes.ts';
import { StallWatch } from './stall-watch.ts';

type Read = () => Promise<ReadableStreamReadResult<Uint8Array>>;

/**
 * Reads and discards the rest of a stream, about `maxBytes` at most; a stream that breaks, or that sends nothing for
 * `idleMs`, is left alone.
 */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  idleMs: number,
): Promise<void> {
  try {
    await readWatched(stream, idleMs, async (read) => {
      for (let size = 0; size <= maxBytes;) {
        const { done, value } = await read();
        if (done) return;
        size += value.byteLength;
      }
    });
  } catch {
    // The sender has gone: nobody is waiting for an answer.
  }
}

/**
 * Reads a whole stream; null as soon as it exceeds `maxBytes`, with the rest left unread.
 * @throws {StallError} when nothing comes for `idleMs`, and what the stream fails with.
 */
export function readUpTo(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  idleMs?: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return readWatched(stream, idleMs, async (read) => {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ;) {
      const { done, value } = await read();
      if (done) return joinBytes(chunks);
      size += value.byteLength;
      if (size > maxBytes) return null;
      chunks.push(value);
    }
  });
}

/** Lets `work` read a stream, none of whose reads may take longer than `idleMs`; a stream that stands still is cancelled. */
async function readWatched<Value>(
  stream: ReadableStream<Uint8Array>,
  idleMs: number | undefined,
  work: (read: Read) => Promise<Value>,
): Promise<Value> {
  const reader = stream.getReader();
  const watch = idleMs === undefined ? null : new StallWatch(idleMs);
  try {
    return await work(watch === null ? () => reader.read() : () => watch.wait(reader.read()));
  } finally {
    watch?.stop();
    if (watch?.hasStalled === true) reader.cancel().catch(() => undefined);
    else reader.releaseLock();
  }
}
