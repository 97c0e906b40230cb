import type { ReadonlySignal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';

interface AlbumChoices {
  readonly albums: ReadonlySignal<readonly { readonly id: number }[]>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<unknown>;
  read(scope: 'page' | 'all'): Promise<void>;
}

interface Modules {
  readonly AlbumChoices: new () => AlbumChoices;
}

const PAGES = 3;

let choices: AlbumChoices;

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const path = 'features/album-choice/model/album-choices.ts';
  choices = new (await loadModules<Modules>(path)).AlbumChoices();
});

const fakePages = () =>
  fakeApi({
    'GET /api/v1/albums': ({ query }) => {
      const at = Number(query.get('cursor') ?? '0');
      return { albums: [{ id: at }], next_cursor: String(at + 1), has_more: at + 1 < PAGES };
    },
  });

it('albums are read in pages, and all that are left for a search', async () => {
  const { calls } = fakePages();
  await choices.read('page');
  expect(choices.albums.value.map(({ id }) => id)).toEqual([0]);
  await choices.read('all');
  expect(choices.albums.value.map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(choices.hasMore.value).toBe(false);
  expect(calls).toHaveLength(PAGES);
});

it('a search that begins while a page is read finds the albums behind it', async () => {
  fakePages();
  const page = choices.read('page');
  await choices.read('all');
  await page;
  expect(choices.albums.value.map(({ id }) => id)).toEqual([0, 1, 2]);
});

it('a failed read is said, and can be repeated', async () => {
  const { answers } = fakeApi({ 'GET /api/v1/albums': refuse(503, 5030) });
  await choices.read('page');
  expect(choices.error.value).not.toBeNull();
  answers['GET /api/v1/albums'] = { albums: [{ id: 1 }], next_cursor: '', has_more: false };
  await choices.read('page');
  expect(choices.error.value).toBeNull();
  expect(choices.albums.value).toHaveLength(1);
});
