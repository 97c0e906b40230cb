import { StallWatch } from '../../shared/stall-watch.ts';
import type { ObjectStore, PutOutcome } from './object-store.ts';

export interface Inspector<Refusal> {
  /** `chunk` is valid only until it returns. May refuse the body early. */
  push(chunk: Uint8Array): Refusal | null;
  finish(): Refusal | null;
}

export type CheckedPutOutcome<Refusal> =
  | { readonly outcome: PutOutcome | 'broken' | 'timed_out' }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

export interface CheckedPut<Refusal> {
  readonly key: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly size: number;
  readonly sha256: string;
  readonly inspector: Inspector<Refusal>;
  readonly timeoutMs: number;
  /** A slower body is cancelled; at this rate at most a chunk arrives in `forMs`. */
  readonly slowest: { readonly bytesPerSecond: number; readonly forMs: number };
}

/** Chunks of a quarter or four times this size cost 3 % more processor time (npm run bench -- part-put). */
const CHUNK_BYTES = 1_048_576;

type Pumped<Refusal> =
  | { readonly end: 'written' | 'broken' | 'sink_closed' }
  | { readonly end: 'refused'; readonly refusal: Refusal };

/** Reads at least `stepBytes` at a time, or the rest, each time within the watch's limit, while it is wanted. */
interface Source {
  readonly reader: ReadableStreamBYOBReader;
  readonly watch: StallWatch;
  readonly stepBytes: number;
  readonly isWanted: () => boolean;
}

interface Pipe<Refusal> {
  readonly source: Source;
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  /** For the bucket. */
  readonly sinkWatch: StallWatch;
  readonly size: number;
  readonly inspector: Inspector<Refusal>;
}

/**
 * R2 checks the SHA-256; the inspector may refuse the body until its last byte. Holds two chunks. After a refusal, or
 * when it throws, the rest of the body stays readable; a slow body is cancelled and stays locked.
 * @throws after the current step when R2 fails, and when R2 takes nothing for `slowest.forMs`.
 */
export async function putChecked<Refusal>(
  objects: Pick<ObjectStore, 'putNew'>,
  { key, body, size, sha256, inspector, timeoutMs, slowest }: CheckedPut<Refusal>,
): Promise<CheckedPutOutcome<Refusal>> {
  const { readable, writable } = new FixedLengthStream(size);
  const writer = writable.getWriter();
  let hasFailed = false;
  const source = watchBody(body, slowest, () => !hasFailed);
  const { reader, watch } = source;
  const sinkWatch = new StallWatch(slowest.forMs);
  const abort = () => writer.abort().catch(ignore);
  const timer = setTimeout(() => {
    watch.stall();
    void abort();
  }, timeoutMs);
  // A put may end early, if the key is taken or R2 fails: then nothing reads the rest.
  const put = objects.putNew(key, readable, sha256);
  let isReceiving = true;
  put.catch(() => {
    hasFailed = isReceiving && !watch.hasStalled;
  });
  put.finally(() => void abort()).catch(ignore);
  try {
    const pumped = await pump({ source, writer, sinkWatch, size, inspector });
    isReceiving = false;
    const isSinkClosed = pumped.end === 'sink_closed' && !watch.hasStalled;
    if (pumped.end === 'written' || isSinkClosed || hasFailed) {
      return { outcome: await sinkWatch.wait(put) };
    }
    await abort();
    await sinkWatch.wait(put).catch(ignore);
    if (pumped.end === 'refused') return { outcome: 'refused', refusal: pumped.refusal };
    return { outcome: watch.hasStalled ? 'timed_out' : 'broken' };
  } finally {
    clearTimeout(timer);
    watch.stop();
    sinkWatch.stop();
    if (sinkWatch.hasStalled) void abort();
    if (watch.hasStalled) reader.cancel().catch(ignore);
    else reader.releaseLock();
  }
}

/** The configuration keeps a step within a chunk. */
function watchBody(
  body: ReadableStream<Uint8Array>,
  { bytesPerSecond, forMs }: CheckedPut<never>['slowest'],
  isWanted: () => boolean,
): Source {
  const stepBytes = Math.ceil((bytesPerSecond * forMs) / 1000);
  const watch = new StallWatch(Math.ceil((stepBytes * 1000) / bytesPerSecond));
  return { reader: body.getReader({ mode: 'byob' }), watch, stepBytes, isWanted };
}

function ignore(): void {
  // The failure reaches those who await the promise.
}

/** The last chunk waits for the verdict: R2 may keep a body that it received whole, even if its stream then fails. */
async function pump<Refusal>({
  source,
  writer,
  sinkWatch,
  size,
  inspector,
}: Pipe<Refusal>): Promise<Pumped<Refusal>> {
  const chunkBytes = Math.min(CHUNK_BYTES, size);
  let buffer = new ArrayBuffer(chunkBytes);
  let spare = new ArrayBuffer(chunkBytes);
  let last = new Uint8Array(0);
  let writing = Promise.resolve();
  for (let received = 0; received < size;) {
    const chunk = await readChunk(source, buffer, Math.min(chunkBytes, size - received));
    if (chunk === null) return { end: 'broken' };
    received += chunk.byteLength;
    const refusal = inspector.push(chunk);
    if (refusal !== null) return { end: 'refused', refusal };
    try {
      await sinkWatch.wait(writing);
    } catch {
      return { end: 'sink_closed' };
    }
    buffer = spare;
    spare = chunk.buffer;
    last = chunk;
    if (received < size) {
      writing = writer.write(chunk);
      writing.catch(ignore);
    }
  }
  if (!(await isAtEnd(source))) return { end: 'broken' };
  const refusal = inspector.finish();
  if (refusal !== null) return { end: 'refused', refusal };
  try {
    await sinkWatch.wait(writer.write(last));
    await sinkWatch.wait(writer.close());
  } catch {
    return { end: 'sink_closed' };
  }
  return { end: 'written' };
}

/** Null when the body ends, breaks, stalls or is no longer wanted before. */
async function readChunk(
  { reader, watch, stepBytes, isWanted }: Source,
  buffer: ArrayBuffer,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let memory = buffer;
  for (let filled = 0; filled < size;) {
    const rest = new Uint8Array(memory, filled, size - filled);
    try {
      const step = reader.readAtLeast(Math.min(stepBytes, rest.byteLength), rest);
      const { value } = await watch.wait(step);
      if (value === undefined || value.byteLength === 0 || !isWanted()) return null;
      filled += value.byteLength;
      memory = value.buffer;
    } catch {
      return null;
    }
  }
  return new Uint8Array(memory, 0, size);
}

async function isAtEnd({ reader, watch }: Source): Promise<boolean> {
  try {
    const { value } = await watch.wait(reader.readAtLeast(1, new Uint8Array(1)));
    return value === undefined || value.byteLength === 0;
  } catch {
    return false;
  }
}
