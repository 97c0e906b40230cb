import type { CodecThread } from '../imaging/threads/codec-thread.ts';

/** Bundlers find the Worker's file by this expression. */
export function startThread(): CodecThread {
  const worker = new Worker(new URL('./browser-thread.js', import.meta.url), { type: 'module' });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(onMessage, onEnd) {
      worker.addEventListener('message', ({ data }) => onMessage(data));
      worker.addEventListener('messageerror', onEnd);
      worker.addEventListener('error', (event) => {
        // The rejected upload reports it.
        event.preventDefault();
        onEnd(new Error(event.message || 'The Worker could not be loaded'));
      });
    },
    end: () => worker.terminate(),
  };
}
