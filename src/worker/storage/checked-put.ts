import { StallWatch } from '../../shared/stall-watch.ts';
import type { ObjectStore, PutOutcome } from './object-store.ts';

export interface Inspector<Refusal> {
  /** Takes the next bytes, which are valid only until it returns; may refuse the body at once. */
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
  /** For the whole body. */
  readonly timeoutMs: number;
  /** A body that stays below this rate for so long is given up; at this rate it brings at most a chunk in that time. */
  readonly slowest: { readonly bytesPerSecond: number; readonly forMs: number };
}

/**
 * With smaller chunks, crossings between runtime and JavaScript cost more than the bytes: this size costs 10 % more
 * processor time than a bare put; a quarter of it, or four times as much, costs 3 % more (npm run bench -- part-put).
 */
const CHUNK_BYTES = 1_048_576;

type Pumped<Refusal> =
  | { readonly end: 'written' | 'broken' | 'sink_closed' }
  | { readonly end: 'refused'; readonly refusal: Refusal };

/** Reads at least `stepBytes` at a time, or the rest, each time within the watch's limit. */
interface Source {
  readonly reader: ReadableStreamBYOBReader;
  readonly watch: StallWatch;
  readonly stepBytes: number;
}

interface Pipe<Refusal> {
  readonly source: Source;
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly size: number;
  readonly inspector: Inspector<Refusal>;
}

/**
 * Streams a body into the bucket through an inspector that may refuse it until its last byte, with its SHA-256 checked by
 * R2, and at most two chunks in memory. Nothing is stored unless the outcome is `stored`. After a refusal the rest of the
 * body stays readable; a body that took too long, or stalled, is cancelled and stays locked.
 * @throws when R2 fails.
 */
export async function putChecked<Refusal>(
  objects: Pick<ObjectStore, 'putNew'>,
  { key, body, size, sha256, inspector, timeoutMs, slowest }: CheckedPut<Refusal>,
): Promise<CheckedPutOutcome<Refusal>> {
  const { readable, writable } = new FixedLengthStream(size);
  const writer = writable.getWriter();
  const source = watchBody(body, slowest);
  const { reader, watch } = source;
  const abort = () => writer.abort().catch(ignore);
  const timer = setTimeout(() => {
    watch.stall();
    void abort();
  }, timeoutMs);
  // A put may end early, if the key is taken or R2 fails: then nothing reads what is still written.
  const put = objects.putNew(key, readable, sha256).finally(() => void abort());
  put.catch(ignore);
  try {
    const pumped = await pump({ source, writer, size, inspector });
    if (pumped.end === 'written' || (pumped.end === 'sink_closed' && !watch.hasStalled))
      return { outcome: await put };
    await abort();
    await put.catch(ignore);
    if (pumped.end === 'refused') return { outcome: 'refused', refusal: pumped.refusal };
    return { outcome: watch.hasStalled ? 'timed_out' : 'broken' };
  } finally {
    clearTimeout(timer);
    watch.stop();
    if (watch.hasStalled) reader.cancel().catch(ignore);
    else reader.releaseLock();
  }
}

/**
 * A step is the number of bytes that the least rate brings in the time that a body may stay below it, and must arrive in
 * that time. The configuration keeps it within a chunk; smaller steps would cost more.
 */
function watchBody(
  body: ReadableStream<Uint8Array>,
  { bytesPerSecond, forMs }: CheckedPut<never>['slowest'],
): Source {
  const stepBytes = Math.ceil((bytesPerSecond * forMs) / 1000);
  const watch = new StallWatch(Math.ceil((stepBytes * 1000) / bytesPerSecond));
  return { reader: body.getReader({ mode: 'byob' }), watch, stepBytes };
}

function ignore(): void {
  // The failure reaches those who await the promise itself.
}

/**
 * Moves exactly `size` bytes, reading one chunk while it writes the previous one. The last chunk waits for the end of
 * the body and the inspector's verdict: a bucket may keep a complete object, even if its stream fails afterwards.
 */
async function pump<Refusal>({
  source,
  writer,
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
      await writing;
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
    await writer.write(last);
    await writer.close();
  } catch {
    return { end: 'sink_closed' };
  }
  return { end: 'written' };
}

/** Reads the next `size` bytes into the buffer's memory; null when the body ends, breaks or stalls before. */
async function readChunk(
  { reader, watch, stepBytes }: Source,
  buffer: ArrayBuffer,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let memory = buffer;
  for (let filled = 0; filled < size;) {
    const rest = new Uint8Array(memory, filled, size - filled);
    try {
      const step = reader.readAtLeast(Math.min(stepBytes, rest.byteLength), rest);
      const { value } = await watch.wait(step);
      if (value === undefined || value.byteLength === 0) return null;
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
