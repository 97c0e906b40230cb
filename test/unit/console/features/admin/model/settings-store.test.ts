import type { Signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

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
] as const;

let store: Store;

const toEntries = <Key extends string>(items: readonly { key: Key; value: string }[]) =>
  items.map(({ key, value }) => ({ config_key: key, config_value: value }));

beforeAll(async () => {
  stubPage();
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
  const sent: unknown[] = [];
  fakeApi({
    'PATCH /api/v1/admin/configs': async ({ request }) => {
      sent.push(await request.json());
      return { items: toEntries(TYPED) };
    },
  });
  await store.saveSettings(KEYS);
  expect(sent).toEqual([{ items: TYPED }]);
  expect(store.changedKeys.value).toEqual([]);
  store.discard();
  expect(store.values.value).toEqual({ [IMAGE]: 'chosen', [KIND]: 'image' });
});

it('an image and the other changes are all dropped by a refusal', async () => {
  const { calls } = fakeApi({ 'PATCH /api/v1/admin/configs': refuse(503, 1000) });
  await expect(store.saveSettings(KEYS)).rejects.toThrow();
  expect(calls).toHaveLength(1);
  expect(store.changedKeys.value).toEqual(KEYS);
  store.discard();
  expect(store.values.value).toEqual({ [IMAGE]: 'in force', [KIND]: 'text' });
});
