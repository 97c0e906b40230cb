import type { Signal } from '@preact/signals';
import { onTestFinished, vi } from 'vitest';
import type { Item } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';
import { fakeApi } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';

export const OWNER = 1;

interface Queue {
  readonly items: Signal<readonly Item[]>;
  learnRecipe(): Promise<void>;
  add(files: readonly File[], visibility: string): Promise<void>;
  readonly stats: Signal<{ readonly share: number }>;
  readonly isPaused: Signal<boolean>;
  pause(id: string): void;
  remove(...ids: readonly string[]): Promise<void>;
  readonly blocker: Signal<object | null>;
  setPaused(isPaused: boolean): void;
  retryFailed(): void;
  cancelAll(): Promise<void>;
  close(): void;
}

interface Heard {
  onKeeping(isKeeping: boolean): void;
  onNews(news: string): void;
}
export const DEAF: Heard = { onKeeping: () => undefined, onNews: () => undefined };

type StoreCall =
  | 'dropOld'
  | 'hasWanted'
  | 'isEmpty'
  | 'keepSource'
  | 'listTabs'
  | 'remove'
  | 'takeOver';

interface Modules {
  readonly UploadQueue: new (owner: number) => Queue;
  readonly session: Signal<unknown>;
  readonly isConnected: Signal<boolean>;
  readonly watchQueue: (queue: Queue, heard: Heard) => void;
  readonly announceImages: (changes: object) => void;
  readonly TAB: string;
  readonly startUploads: () => void;
  readonly visibility: Signal<string>;
  readonly chooseVisibility: (visibility: string) => void;
  readonly QueueStore: {
    readonly prototype: Record<StoreCall, () => Promise<unknown>>;
  };
  readonly copyLinks: (items: readonly Item[], form: 'url') => Promise<void>;
}

/** The request of a browser that stores nothing. */
class Refusal extends EventTarget {
  readonly error = new Error('nothing is kept');
}

const refuse = (): Refusal => {
  const refusal = new Refusal();
  queueMicrotask(() => refusal.dispatchEvent(new Event('error')));
  return refusal;
};

export const release = vi.fn<() => Promise<void>>(async () => undefined);
export const keepAwake = vi.fn<(type: string) => Promise<object>>(async () => ({ release }));

/** The event target of the page and its window. */
const newPage = () => Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' });
export const tab = { page: newPage() };

const stubPage = (): void => {
  tab.page = newPage();
  const { page } = tab;
  const nothing = (): null => null;
  const storage = { persist: async () => false };
  for (const [name, value] of Object.entries({
    IDBRequest: Refusal,
    indexedDB: { open: refuse },
    location: { origin: 'http://localhost' },
    document: page,
    localStorage: { getItem: nothing },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    navigator: { locks: navigator.locks, onLine: true, storage, wakeLock: { request: keepAwake } },
  })) {
    vi.stubGlobal(name, value);
  }
  fakeApi({ 'GET /api/v1/uploads/recipe': RECIPE });
};

/** Empty local storage. */
export const stubStorage = (): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
};

/** The queue of a signed-in account. */
export const openQueue = async (): Promise<Modules & { readonly queue: Queue }> => {
  stubPage();
  const modules = await loadModules<Modules>(
    'state/session.ts',
    'state/connection.ts',
    'state/image-changes.ts',
    'features/upload/model/queue-store.ts',
    'features/upload/model/tab-lock.ts',
    'features/upload/model/upload-queue.ts',
    'features/upload/model/watch-queue.ts',
    'features/upload/model/copy-links.ts',
    'features/upload/model/open-queue.ts',
    'features/upload/model/upload-visibility.ts',
  );
  modules.session.value = { state: 'signed_in', user: { id: OWNER } };
  const queue = new modules.UploadQueue(OWNER);
  onTestFinished(() => {
    queue.close();
    modules.session.value = { state: 'anonymous' };
  });
  return { ...modules, queue };
};

/** Mocks the answer of a call of the store. */
export const answerStore =
  ({ QueueStore }: Modules) =>
  (name: StoreCall, value: unknown) => {
    const spy = vi.spyOn(QueueStore.prototype, name).mockResolvedValue(value);
    onTestFinished(() => spy.mockRestore());
    return spy;
  };

/** A published item. */
export const published = (id: number): Item => ({
  id: String(id),
  owner: OWNER,
  tab: 't',
  addedAt: 0,
  index: id,
  name: `${id}.jpg`,
  size: 1,
  type: 'image/jpeg',
  visibility: 'public',
  hash: 'h',
  isKept: false,
  progress: 1,
  state: {
    name: 'done',
    image: {
      upload_id: 'u',
      image_id: id,
      unique_link: `a${id}`,
      asset_link: `a${id}`,
      path: `/i/a${id}.webp`,
    },
  },
});

export const give = (count: number): File[] =>
  Array.from({ length: count }, (_, index) => new File([String(index)], `${index}.jpg`));
