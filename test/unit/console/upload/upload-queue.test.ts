import type { Signal } from '@preact/signals';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Item } from '../../../../src/console/upload/queue-item.ts';
import { RECIPE } from '../../client/imaging/fixtures/recipe.ts';

// What prepares is asked for by the build's own kinds of import.
vi.mock('../../../../src/console/preparation/open-codecs.ts', () => ({ openCodecs: vi.fn() }));

const SRC = join(import.meta.dirname, '../../../../src/console');
const OWNER = 1;

interface Queue {
  readonly items: Signal<readonly Item[]>;
  learnRecipe(): Promise<void>;
  add(files: readonly File[], visibility: string): Promise<void>;
  cancelAll(): Promise<void>;
  close(): void;
}

interface Modules {
  readonly UploadQueue: new (owner: number) => Queue;
  readonly session: Signal<unknown>;
  readonly isConnected: Signal<boolean>;
  readonly watchQueue: (queue: Queue, onKeeping: (isKeeping: boolean) => void) => void;
}

/** What a browser says that keeps nothing. */
class Refusal extends EventTarget {
  readonly error = new Error('nothing is kept');
}

const refuse = (): Refusal => {
  const refusal = new Refusal();
  queueMicrotask(() => refusal.dispatchEvent(new Event('error')));
  return refusal;
};

const release = vi.fn<() => Promise<void>>(async () => undefined);
const keepAwake = vi.fn<(type: string) => Promise<object>>(async () => ({ release }));

const stubPage = (): void => {
  const nothing = (): null => null;
  const answer = async () => Response.json({ code: 0, message: 'ok', data: RECIPE });
  const storage = { persist: async () => false };
  for (const [name, value] of Object.entries({
    IDBRequest: Refusal,
    indexedDB: { open: refuse },
    location: { origin: 'http://localhost' },
    document: {
      cookie: '',
      visibilityState: 'visible',
      addEventListener: nothing,
      removeEventListener: nothing,
    },
    localStorage: { getItem: nothing },
    addEventListener: nothing,
    removeEventListener: nothing,
    navigator: { locks: navigator.locks, onLine: true, storage, wakeLock: { request: keepAwake } },
    fetch: answer,
  })) {
    vi.stubGlobal(name, value);
  }
};

/** A queue of somebody who is signed in. By path, since the modules know a browser and this test has none. */
const openQueue = async (): Promise<Modules & { readonly queue: Queue }> => {
  stubPage();
  const paths = [
    'state/session.ts',
    'state/connection.ts',
    'upload/upload-queue.ts',
    'upload/watch-queue.ts',
  ];
  const modules: Modules = Object.assign(
    {},
    ...(await Promise.all(paths.map((path) => import(join(SRC, path))))),
  );
  modules.session.value = { state: 'signed_in', user: { id: OWNER } };
  const queue = new modules.UploadQueue(OWNER);
  onTestFinished(() => {
    queue.close();
    modules.session.value = { state: 'anonymous' };
  });
  return { ...modules, queue };
};

const give = (count: number): File[] =>
  Array.from({ length: count }, (_, index) => new File([String(index)], `${index}.jpg`));

it('reads what is given while the network is gone, so that it can be kept', async () => {
  const { queue, isConnected } = await openQueue();
  await queue.learnRecipe();
  isConnected.value = false;
  await queue.add(give(2), 'public');
  await vi.waitFor(() =>
    expect(queue.items.value.map(({ state }) => state.name)).toEqual(['waiting', 'waiting']),
  );
});

it('leaves out what is still being added when all is cancelled', async () => {
  const { queue, isConnected } = await openQueue();
  isConnected.value = false;
  const begun = Promise.withResolvers<void>();
  onTestFinished(queue.items.subscribe(({ length }) => length > 0 && begun.resolve()));
  const adding = queue.add(give(100), 'public');
  await begun.promise;
  await queue.cancelAll();
  await adding;
  expect(queue.items.value).toEqual([]);
});

it('keeps the screen awake while anything is under way', async () => {
  const { queue, isConnected, watchQueue } = await openQueue();
  isConnected.value = false;
  watchQueue(queue, () => undefined);
  expect(keepAwake).not.toHaveBeenCalled();
  await queue.add(give(1), 'public');
  expect(keepAwake).toHaveBeenCalledExactlyOnceWith('screen');
  expect(release).not.toHaveBeenCalled();
  await queue.cancelAll();
  expect(release).toHaveBeenCalledOnce();
});
