import { signal } from '@preact/signals';
import { onTestFinished, vi } from 'vitest';
import type { UploadState } from '../../../../../../src/client/protocol-types.ts';
import type { Item } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import {
  RecipeSource,
  type ReportOutcome,
} from '../../../../../../src/console/features/upload/model/recipe-source.ts';
import { Sender } from '../../../../../../src/console/features/upload/model/send-items.ts';
import { codecs, serve, SOURCE } from '../../../../client/legacy-server.ts';
import { fakeStore } from './fake-store.ts';

export const wait = (id: string, index: number): Item => ({
  id,
  owner: 1,
  tab: 't',
  addedAt: 0,
  index,
  name: `${id}.png`,
  size: SOURCE.length,
  type: 'image/png',
  visibility: 'public',
  hash: id,
  isKept: true,
  progress: 0,
  state: { name: 'waiting' },
});

/** A sender of some files, with a server that publishes each once it is asked about it. */
export const openSender = async (
  ids: readonly string[],
  preparations = 1,
  owner = Math.random(),
) => {
  const { options } = serve({ v2: [true] });
  const { api } = options;
  const kept = fakeStore();
  for (const id of ids) kept.sources.set(id, SOURCE.slice().buffer);
  const items = new QueueItems(kept.store);
  await items.add(ids.map(wait));
  const recipe = new RecipeSource(api, () => undefined);
  await recipe.read();
  const may = { send: signal(true), ask: signal(true) };
  const isReady = vi.fn<() => Promise<boolean>>(async () => true);
  const report = vi.fn<ReportOutcome>();
  const published = Promise.withResolvers<UploadState>();
  const readUpload = vi.spyOn(api, 'readUpload').mockImplementation((_, signal) => {
    const aborted = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => aborted.reject(signal.reason));
    return Promise.race([published.promise, aborted.promise]);
  });
  const drawn = Promise.withResolvers<void>();
  const draw = vi.fn<typeof codecs.draw>(async (...request) => {
    await drawn.promise;
    return codecs.draw(...request);
  });
  const sender = new Sender({
    owner,
    items,
    api,
    openCodecs: () => ({ ...codecs, draw }),
    countPreparations: () => preparations,
    maySend: may.send,
    mayAsk: may.ask,
    isReady,
    recipe,
    report,
    onPublished: () => undefined,
  });
  onTestFinished(() => sender.close());
  const isBehindAtOnce = sender.isBehindOther.peek();
  const links = { image_id: 8, unique_link: 'xyz', asset_link: 'xyz' };
  return {
    sender,
    isBehindAtOnce,
    items,
    may,
    isReady,
    report,
    api,
    kept,
    readUpload,
    draw,
    decode: () => drawn.resolve(),
    publish: () => published.resolve({ upload_id: 'u', status: 'completed', ...links } as never),
  };
};

export const stateOf = (items: QueueItems, id: string) => items.get(id)?.state.name;
