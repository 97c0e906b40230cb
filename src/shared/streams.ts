import { joinBytes } from './bytes.ts';
import { StallWatch } from './stall-watch.ts';

export interface Patience {
  /** Between two chunks. */
  readonly idleMs: number;
  /** In all. */
  readonly wholeMs: number;
}

type Read = () => Promise<ReadableStreamReadResult<Uint8Array>>;

/** Discards about `maxBytes`. Ignores errors and stalls. */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  patience: Patience,
): Promise<void> {
  try {
    await readWatched(stream, patience, async (read) => {
      for (let size = 0; size <= maxBytes;) {
        const { done, value } = await read();
        if (done) return;
        size += value.byteLength;
      }
    });
  } catch {
    // Without a sender there is nobody to answer.
  }
}

/** Null as soon as the stream exceeds `maxBytes`. @throws {StallError} @throws the stream's error. */
export function readUpTo(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  patience?: Patience,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return readWatched(stream, patience, async (read) => {
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

/** Cancels the rest of the source. */
export function sliceStream(
  stream: ReadableStream<Uint8Array>,
  offset: number,
  length: number,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let [toSkip, toSend] = [offset, length];
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          controller.error(new RangeError('The stream is shorter than the slice'));
          return;
        }
        const piece = value.subarray(Math.min(toSkip, value.byteLength)).subarray(0, toSend);
        toSkip -= Math.min(toSkip, value.byteLength);
        toSend -= piece.byteLength;
        if (piece.byteLength > 0) controller.enqueue(piece);
        if (toSend === 0) {
          controller.close();
          await reader.cancel();
        }
        if (piece.byteLength > 0) return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function readWatched<Value>(
  stream: ReadableStream<Uint8Array>,
  patience: Patience | undefined,
  work: (read: Read) => Promise<Value>,
): Promise<Value> {
  const reader = stream.getReader();
  const watch = patience === undefined ? null : new StallWatch(patience.idleMs, patience.wholeMs);
  try {
    return await work(watch === null ? () => reader.read() : () => watch.wait(reader.read()));
  } finally {
    watch?.stop();
    if (watch?.hasStalled === true) reader.cancel().catch(() => undefined);
    else reader.releaseLock();
  }
}
