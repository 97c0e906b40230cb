import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Codecs } from '../imaging/codecs/codecs.ts';
import type { WasmCodecsOptions } from '../imaging/codecs/wasm-codecs.ts';
import type { CodecThread } from '../imaging/threads/codec-thread.ts';
import { createThreadedCodecs } from '../imaging/threads/threaded-codecs.ts';
import { createNodeCodecs } from './node-codecs.ts';

/** On a single processor, codecs run in this thread. */
export function createThreadedNodeCodecs(options: WasmCodecsOptions = {}): Codecs {
  const here = createNodeCodecs(options);
  return availableParallelism() === 1
    ? here
    : createThreadedCodecs(() => startThread(options), here);
}

function startThread(options: WasmCodecsOptions): CodecThread {
  const worker = new Worker(new URL('./codec-worker.ts', import.meta.url), { workerData: options });
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen(onMessage, onEnd) {
      worker.on('message', onMessage);
      worker.on('messageerror', onEnd);
      worker.on('error', onEnd);
      worker.on('exit', (code) => onEnd(new Error(`The thread ended with ${code}`)));
    },
    end: () => void worker.terminate(),
  };
}
