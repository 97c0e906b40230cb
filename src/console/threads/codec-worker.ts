// A Web Worker that runs codecs for preparation/start-codec-thread.ts.
import { serveCodecs } from '../../client/imaging/threads/serve-codecs.ts';
import { createCodecs } from '../preparation/create-codecs.ts';
import { BEGUN, type ThreadOptions } from '../preparation/thread-options.ts';

const { path, maxHeapBytes, lock } = JSON.parse(name) as ThreadOptions;

const serve = serveCodecs(createCodecs(path, maxHeapBytes), (answer, transfer) =>
  postMessage(answer, transfer),
);
addEventListener('message', ({ data }: MessageEvent) => void serve(data));

// It is given back when this thread is gone, however that comes.
void navigator.locks.request(lock, async () => {
  postMessage(BEGUN);
  await new Promise(() => undefined);
});
