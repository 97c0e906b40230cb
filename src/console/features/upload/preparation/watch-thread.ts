/**
 * Watches a codec thread, since no event tells a page that a thread is gone or hangs.
 *
 * - A thread sends a message when it has begun. One that ends before that has not loaded: `codec_unavailable`.
 * - From then on it holds a lock, which becomes free when the thread is gone: `processing_failed`.
 * - A codec reports no progress while it computes, so each answer has a limit: `processing_failed` after it.
 * - Time is counted in ticks of the page: a suspended page has none, and then no thread is late.
 */

import type { CodecThread } from '../../../../client/imaging/threads/codec-thread.ts';
import { PrepareError } from '../../../../client/imaging/prepare-error.ts';
import type { Size } from '../../../../shared/pixels.ts';
import { BEGUN } from './thread-options.ts';

const TICK_MS = 1000;
/** Many times the loading on a slow line, and many times a megapixel on a slow phone. */
const BASE_TICKS = 60;
const TICKS_PER_MEGAPIXEL = 3;
const MEGAPIXEL = 1_000_000;

export function timeoutTicksFor({ width, height }: Size): number {
  return BASE_TICKS + Math.ceil((width * height) / MEGAPIXEL) * TICKS_PER_MEGAPIXEL;
}

/** `untilGone` fulfils when a thread that has begun is gone, and rejects when its signal is aborted. */
export function watchThread(
  thread: CodecThread,
  timeoutTicks: number,
  untilGone: (signal: AbortSignal) => Promise<unknown>,
): CodecThread {
  const watch = new AbortController();
  let hasBegun = false;
  let openQuestions = 0;
  let waitedTicks = 0;
  return {
    post(message, transfer) {
      openQuestions += 1;
      thread.post(message, transfer);
    },
    listen(onMessage, onEnd) {
      const fail = (reason: PrepareError): void => {
        if (watch.signal.aborted) return;
        watch.abort();
        onEnd(reason);
      };
      const ticking = setInterval(() => {
        waitedTicks = openQuestions === 0 ? 0 : waitedTicks + 1;
        if (waitedTicks > timeoutTicks) fail(hasBegun ? standsStill() : notLoaded());
      }, TICK_MS);
      watch.signal.addEventListener('abort', () => clearInterval(ticking));
      thread.listen(
        (message) => {
          waitedTicks = 0;
          if (message !== BEGUN) {
            openQuestions -= 1;
            return onMessage(message);
          }
          hasBegun = true;
          untilGone(watch.signal).then(
            () => fail(gone()),
            () => undefined,
          );
        },
        (reason) => fail(hasBegun ? gone(reason) : notLoaded(reason)),
      );
    },
    end() {
      watch.abort();
      thread.end();
    },
  };
}

export function notLoaded(cause?: unknown): PrepareError {
  return new PrepareError('codec_unavailable', 'The image processor did not load.', { cause });
}

function standsStill(): PrepareError {
  return new PrepareError('processing_failed', 'The image processor stands still. Try again.');
}

function gone(cause?: unknown): PrepareError {
  return new PrepareError(
    'processing_failed',
    'The image processor ended before it was done. Try again.',
    { cause },
  );
}
