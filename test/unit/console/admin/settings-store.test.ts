import type { Signal } from '@preact/signals';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

interface Store {
  readonly entries: Signal<readonly object[]>;
  readonly chosenImage: Signal<object | null>;
  readonly values: Signal<Record<string, string>>;
  readonly changedKeys: Signal<readonly string[]>;
  readonly chooseImage: (image: object | null) => void;
  readonly discard: () => void;
  readonly saveSettings: (keys: readonly string[]) => Promise<void>;
}

const STORE = join(import.meta.dirname, '../../../../src/console/admin/settings-store.ts');
const KEY = 'watermark_image';
const IMAGE = { file: new Blob(['png'], { type: 'image/png' }), name: 'mark.png' };

let store: Store;

beforeAll(async () => {
  Object.assign(globalThis, {
    location: { origin: 'http://localhost' },
    document: { cookie: '' },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  // By path, since the module knows a browser and this test has none.
  store = (await import(STORE)) as Store;
});

beforeEach(() => {
  store.discard();
  store.entries.value = [{ config_key: KEY, config_value: 'in force' }];
});

it('an image that is chosen and one that is removed take each other’s place, as one change', () => {
  const shown = () => [store.chosenImage.value, store.values.value[KEY], store.changedKeys.value];
  store.chooseImage(null);
  expect(shown()).toEqual([null, '', [KEY]]);
  store.chooseImage(IMAGE);
  expect(shown()).toEqual([IMAGE, 'in force', [KEY]]);
  store.chooseImage(null);
  expect(shown()).toEqual([null, '', [KEY]]);
  store.discard();
  expect(shown()).toEqual([null, 'in force', []]);
});

it('a removed image is stored as none', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([request.method, new URL(request.url).pathname, await request.json()]);
    return Response.json({ code: 0, data: { items: [{ config_key: KEY, config_value: '' }] } });
  });
  store.chooseImage(null);
  await store.saveSettings([KEY]);
  const body = { items: [{ key: KEY, value: '' }] };
  expect(sent).toEqual([['PATCH', '/api/v1/admin/configs', body]]);
  expect(store.changedKeys.value).toEqual([]);
});
