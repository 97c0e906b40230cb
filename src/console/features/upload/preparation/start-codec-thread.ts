import type { CodecThread } from '../../../../client/imaging/threads/codec-thread.ts';
// oxlint-disable-next-line import/default -- Vite adds one.
import workerUrl from '../threads/codec-worker.ts?worker&url';
import { trustScript } from '../../../state/trusted-script.ts';
import type { ThreadOptions } from './thread-options.ts';
import { notLoaded, watchThread } from './watch-thread.ts';

/**
 * Starts a Web Worker that runs `serveCodecs`, and watches it.
 * @throws {PrepareError} codec_unavailable
 */
export function startCodecThread(
  options: Omit<ThreadOptions, 'lock'>,
  timeoutTicks: number,
): CodecThread {
  const lock = `codecs ${crypto.randomUUID()}`;
  return watchThread(startWorker({ ...options, lock }), timeoutTicks, (signal) =>
    navigator.locks.request(lock, { signal }, () => undefined),
  );
}

function startWorker(options: ThreadOptions): CodecThread {
  const worker = openWorker(options);
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(onMessage, onEnd) {
      worker.addEventListener('message', ({ data }) => onMessage(data));
      worker.addEventListener('messageerror', onEnd);
      worker.addEventListener('error', (event) => {
        // This rejection reports it.
        event.preventDefault();
        onEnd(event);
      });
    },
    end: () => worker.terminate(),
  };
}

function openWorker(options: ThreadOptions): Worker {
  try {
    return new Worker(trustScript(workerUrl), { type: 'module', name: JSON.stringify(options) });
  } catch (error) {
    throw notLoaded(error);
  }
}
