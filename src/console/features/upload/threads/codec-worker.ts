// A Web Worker that runs codecs for preparation/start-codec-thread.ts.
import { serveCodecs } from '../../../../client/imaging/threads/serve-codecs.ts';
import { createCodecs } from '../preparation/create-codecs.ts';
import { BEGUN, type ThreadOptions } from '../preparation/thread-options.ts';

const { path, maxHeapBytes, lock } = JSON.parse(name) as ThreadOptions;
const begun = Promise.withResolvers<void>();

const serve = serveCodecs(createCodecs(path, maxHeapBytes), (answer, transfer) =>
  postMessage(answer, transfer),
);
addEventListener('message', ({ data }: MessageEvent) => void begun.promise.then(() => serve(data)));

// It is given back when this thread is gone, however that comes; nothing is done before it is held.
void navigator.locks.request(lock, async () => {
  postMessage(BEGUN);
  begun.resolve();
  await new Promise(() => undefined);
});
