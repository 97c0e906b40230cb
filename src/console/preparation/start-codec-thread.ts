import type { CodecThread } from '../../client/imaging/threads/codec-thread.ts';
// oxlint-disable-next-line import/default -- Vite gives it one.
import workerUrl from '../threads/codec-worker.ts?worker&url';
import { trustScript } from '../trusted-script.ts';

/** Starts a Web Worker that runs `serveCodecs`. */
export function startCodecThread(): CodecThread {
  const worker = new Worker(trustScript(workerUrl), { type: 'module', name: 'codecs' });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(onMessage, onEnd) {
      worker.addEventListener('message', ({ data }) => onMessage(data));
      worker.addEventListener('messageerror', onEnd);
      worker.addEventListener('error', onEnd);
    },
    end: () => worker.terminate(),
  };
}
