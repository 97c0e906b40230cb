import { parentPort, workerData } from 'node:worker_threads';
import type { WasmCodecsOptions } from '../imaging/codecs/wasm-files.ts';
import { serveCodecs } from '../imaging/threads/serve-codecs.ts';
import { createNodeCodecs, type ReadWasm } from './node-codecs.ts';

/** Runs codecs in a thread of node-threads.ts. */
export function serveNodeCodecs(read?: ReadWasm): void {
  const codecs = createNodeCodecs(workerData as WasmCodecsOptions, read);
  const serve = serveCodecs(codecs, (answer, transfer) =>
    parentPort?.postMessage(answer, transfer),
  );
  parentPort?.on('message', (message: unknown) => void serve(message));
}
