/**
 * Codecs in threads of their own: one reads a source and encodes it at its own size, another, or the caller's, encodes
 * its frames beside it.
 *
 * - A thread lives as long as something is sent of it, and its memory goes with it: WebAssembly memory never shrinks.
 * - Pixels change threads without being copied.
 * - A signal, and `close`, end the threads at once, whatever they do. A thread that fails or dies fails what was sent
 *   of it, by its reason if that is a `PrepareError`, and nothing waits for it any more.
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

/**
 * `start` starts a thread that runs `serveCodecs`; it is called anew for each image. With `here`, frames are encoded in
 * this thread, which saves the memory of another one and blocks this for half a second at most.
 */
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

/** Ends the thread when it has encoded as many as there are. */
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
    // What is sent of the other thread leaves first.
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

/** Whoever starts threads may know better what happened. */
function stopped(cause: unknown): PrepareError {
  if (cause instanceof PrepareError) return cause;
  return new PrepareError(
    'processing_failed',
    'The image processor stopped before it was done. Try again.',
    { cause },
  );
}

/** Asks a thread one thing after the other; it is started with the first. */
class ThreadClient {
  readonly #start: () => CodecThread;
  readonly #pending: PendingRequest[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #thread: CodecThread | null = null;
  #ended: { readonly reason: unknown } | null = null;

  constructor(start: () => CodecThread) {
    this.#start = start;
  }

  /** @throws what the thread failed with, or why it ended. */
  send(request: ThreadRequest, transfer: ArrayBuffer[]): Promise<ThreadAnswer> {
    const sent = this.#last.then(() => this.#sendNow(request, transfer));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  /** Ends the thread; what is sent of it, or will be, is rejected. */
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
