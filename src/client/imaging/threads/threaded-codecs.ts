/**
 * One thread reads a source and encodes its master; a second, or the caller's, encodes the frames.
 *
 * - A thread lives for one image: WebAssembly memory never shrinks.
 * - A thread that fails rejects its pending requests, with its reason if that is a `PrepareError`.
 */

import type { Codecs, PixelCodecs } from '../codecs/codecs.ts';
import { PrepareError } from '../prepare-error.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { CodecThread, SentPixels, ThreadAnswer, ThreadRequest } from './codec-thread.ts';

type EncodeFrame = (image: SentPixels, quality: number) => Promise<Uint8Array>;

interface PendingRequest {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** `here` encodes frames in this thread: saves a thread's memory, and blocks for up to half a second. */
export function createThreadedCodecs(
  start: () => CodecThread,
  here?: Pick<PixelCodecs, 'encodeWebp'>,
): Codecs {
  return {
    isParallel: true,
    async draw(request, signal) {
      signal?.throwIfAborted();
      const reader = new ThreadClient(start);
      const encoder = new ThreadClient(start);
      const stop = (): void => {
        for (const thread of [reader, encoder]) thread.end(signal?.reason);
      };
      signal?.addEventListener('abort', stop);
      const close = (): void => {
        signal?.removeEventListener('abort', stop);
        stop();
      };
      try {
        const drawn = await reader.send({ kind: 'draw', request }, []);
        if (drawn.kind !== 'drawn') throw unexpected();
        const { frames } = drawn;
        const encodeFrame =
          here === undefined ? encodeBy(encoder, frames.length) : encodeHere(here, signal);
        return {
          encodeMaster: (quality) => fileOf(reader.send({ kind: 'encode_master', quality }, [])),
          encodeFrame: async (index, quality) => encodeFrame(pick(frames, index), quality),
          close,
        };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

function unexpected(): PrepareError {
  return stopped('The thread returned an unexpected answer');
}

function encodeBy(encoder: ThreadClient, count: number): EncodeFrame {
  let left = count;
  return async (image, quality) => {
    const transfer = [image.data.buffer];
    const file = await fileOf(encoder.send({ kind: 'encode', image, quality }, transfer));
    left -= 1;
    if (left === 0) encoder.end();
    return file;
  };
}

function encodeHere(
  codecs: Pick<PixelCodecs, 'encodeWebp'>,
  signal: AbortSignal | undefined,
): EncodeFrame {
  return async (image, quality) => {
    // Lets the request to the other thread leave first.
    await yieldToEventLoop(signal);
    return codecs.encodeWebp(image, quality, true);
  };
}

async function fileOf(sent: Promise<ThreadAnswer>): Promise<Uint8Array> {
  const answer = await sent;
  if (answer.kind !== 'encoded') throw unexpected();
  return answer.file;
}

function pick(frames: readonly SentPixels[], index: number): SentPixels {
  const frame = frames[index];
  if (frame === undefined) throw new RangeError(`There is no frame ${index}`);
  return frame;
}

/** A `PrepareError` of the thread's creator is more precise. */
function stopped(cause: unknown): PrepareError {
  if (cause instanceof PrepareError) return cause;
  return new PrepareError(
    'processing_failed',
    'The image processor stopped before it was done. Try again.',
    { cause },
  );
}

class ThreadClient {
  readonly #start: () => CodecThread;
  readonly #pending: PendingRequest[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #thread: CodecThread | null = null;
  #ended: { readonly reason: unknown } | null = null;

  constructor(start: () => CodecThread) {
    this.#start = start;
  }

  send(request: ThreadRequest, transfer: ArrayBuffer[]): Promise<ThreadAnswer> {
    const sent = this.#last.then(() => this.#sendNow(request, transfer));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  end(reason: unknown = stopped('It was closed')): void {
    this.#ended ??= { reason };
    this.#thread?.end();
    this.#thread = null;
    for (const { reject } of this.#pending.splice(0)) reject(this.#ended.reason);
  }

  async #sendNow(request: ThreadRequest, transfer: ArrayBuffer[]): Promise<ThreadAnswer> {
    if (this.#ended !== null) throw this.#ended.reason;
    const thread = (this.#thread ??= this.#open());
    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      thread.post(request, transfer);
      this.#pending.push({ resolve, reject });
    });
    if (answer.kind !== 'failed') return answer;
    const { code, message } = answer;
    throw code === null ? new Error(message) : new PrepareError(code, message);
  }

  #open(): CodecThread {
    try {
      const thread = this.#start();
      thread.listen(
        (message) => this.#pending.shift()?.resolve(message as ThreadAnswer),
        (reason) => this.end(stopped(reason)),
      );
      return thread;
    } catch (error) {
      throw stopped(error);
    }
  }
}
