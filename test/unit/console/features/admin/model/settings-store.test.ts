import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadModules } from '../../../load-modules.ts';

interface Store {
  readonly entries: Signal<readonly object[]>;
  readonly values: Signal<Record<string, string>>;
  readonly changedKeys: Signal<readonly string[]>;
  readonly change: (key: string, value: string) => void;
  readonly discard: () => void;
  readonly saveSettings: (keys: readonly string[]) => Promise<void>;
}

const IMAGE = 'watermark_image';
const KIND = 'watermark_kind';
const KEYS = [IMAGE, KIND];
const TYPED = [
  { key: IMAGE, value: 'chosen' },
  { key: KIND, value: 'image' },
];

let store: Store;

const toEntries = (items: readonly { key: string; value: string }[]) =>
  items.map(({ key, value }) => ({ config_key: key, config_value: value }));

const answerWith = (answer: () => Response): unknown[] => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([request.method, new URL(request.url).pathname, await request.json()]);
    return answer();
  });
  return sent;
};

beforeAll(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  store = await loadModules<Store>('features/admin/model/settings-store.ts');
});

beforeEach(() => {
  store.discard();
  store.entries.value = toEntries([
    { key: IMAGE, value: 'in force' },
    { key: KIND, value: 'text' },
  ]);
  for (const { key, value } of TYPED) store.change(key, value);
});

it('an image is saved with the other changes, and all take effect', async () => {
  const saved = () => Response.json({ code: 0, data: { items: toEntries(TYPED) } });
  const sent = answerWith(saved);
  await store.saveSettings(KEYS);
  expect(sent).toEqual([['PATCH', '/api/v1/admin/configs', { items: TYPED }]]);
  expect(store.changedKeys.value).toEqual([]);
  store.discard();
  expect(store.values.value).toEqual({ [IMAGE]: 'chosen', [KIND]: 'image' });
});

it('an image and the other changes are all dropped by a refusal', async () => {
  const sent = answerWith(() => Response.json({ code: 1000 }, { status: 503 }));
  await expect(store.saveSettings(KEYS)).rejects.toThrow();
  expect(sent).toHaveLength(1);
  expect(store.changedKeys.value).toEqual(KEYS);
  store.discard();
  expect(store.values.value).toEqual({ [IMAGE]: 'in force', [KIND]: 'text' });
});
