import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Codecs } from '../imaging/codecs/codecs.ts';
import type { WasmCodecsOptions } from '../imaging/codecs/wasm-files.ts';
import type { CodecThread } from '../imaging/threads/codec-thread.ts';
import { createThreadedCodecs } from '../imaging/threads/threaded-codecs.ts';
import { createNodeCodecs, readWasm, type ReadWasm } from './node-codecs.ts';

/** Where the code of a thread and the codecs are. */
export interface CodecFiles {
  /** Calls `serveNodeCodecs`. */
  readonly thread: URL;
  readonly read: ReadWasm;
}

const SOURCES: CodecFiles = {
  thread: new URL('./codec-worker.ts', import.meta.url),
  read: readWasm,
};

/** On a single processor, codecs run in this thread. */
export function createThreadedNodeCodecs(
  options: WasmCodecsOptions = {},
  { thread, read }: CodecFiles = SOURCES,
): Codecs {
  const here = createNodeCodecs(options, read);
  return availableParallelism() === 1
    ? here
    : createThreadedCodecs(() => startThread(thread, options), here);
}

function startThread(thread: URL, options: WasmCodecsOptions): CodecThread {
  const worker = new Worker(thread, { workerData: options });
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
