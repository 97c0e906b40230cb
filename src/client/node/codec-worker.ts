import { parentPort, workerData } from 'node:worker_threads';
import type { WasmCodecsOptions } from '../imaging/codecs/wasm-codecs.ts';
import { serveCodecs } from '../imaging/threads/serve-codecs.ts';
import { createNodeCodecs } from './node-codecs.ts';

const serve = serveCodecs(createNodeCodecs(workerData as WasmCodecsOptions), (answer, transfer) =>
  parentPort?.postMessage(answer, transfer),
);
parentPort?.on('message', (message: unknown) => void serve(message));
