import type { ReadonlySignal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, refuse, type ApiCall } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';

interface AlbumChoices {
  readonly albums: ReadonlySignal<readonly { readonly id: number }[]>;
  readonly count: ReadonlySignal<number>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isReading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<unknown>;
  read(): Promise<void>;
  search(term: string): Promise<void>;
}

interface Modules {
  readonly AlbumChoices: new () => AlbumChoices;
}

const TITLES = ['Harbours', 'Boats', 'Old harbour', 'Harbour walls', 'Quays'];
const PAGE_SIZE = 2;

let choices: AlbumChoices;

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const path = 'features/album-choice/model/album-choices.ts';
  choices = new (await loadModules<Modules>(path)).AlbumChoices();
});

/** As the service answers, with short pages. */
const answer = ({ query }: ApiCall) => {
  const term = (query.get('search') ?? '').toLowerCase();
  const all = TITLES.map((title, id) => ({ id, title }));
  const found = all.filter(({ title }) => title.toLowerCase().includes(term));
  const next = Number(query.get('cursor')) + PAGE_SIZE;
  const albums = found.slice(next - PAGE_SIZE, next);
  const hasMore = next < found.length;
  return { albums, next_cursor: hasMore ? String(next) : '', has_more: hasMore };
};

const shownIds = () => choices.albums.value.map(({ id }) => id);

it('albums are read in pages', async () => {
  const { calls } = fakeApi({ 'GET /api/v1/albums': answer });
  await Promise.all([choices.read(), choices.read()]);
  expect([shownIds(), choices.hasMore.value, calls.length]).toEqual([[0, 1], true, 1]);
  await choices.read();
  await choices.read();
  expect([shownIds(), choices.hasMore.value]).toEqual([[0, 1, 2, 3, 4], false]);
});

it('a search asks the service in pages of its own, and leaves those of all albums', async () => {
  const { calls } = fakeApi({ 'GET /api/v1/albums': answer });
  await choices.read();
  await choices.search('HARBOUR');
  expect([shownIds(), choices.hasMore.value, choices.count.value]).toEqual([[0, 2], true, 2]);
  await choices.read();
  expect([shownIds(), choices.hasMore.value]).toEqual([[0, 2, 3], false]);
  await choices.search('');
  expect([shownIds(), choices.hasMore.value, calls.length]).toEqual([[0, 1], true, 3]);
  await choices.read();
  expect(shownIds()).toEqual([0, 1, 2, 3]);
});

it('a search among albums that are all here asks nobody', async () => {
  const { calls } = fakeApi({ 'GET /api/v1/albums': answer });
  while (choices.hasMore.value) await choices.read();
  const asked = calls.length;
  await choices.search('HARBOUR');
  expect([shownIds(), choices.hasMore.value, calls.length]).toEqual([[0, 2, 3], false, asked]);
});

it('a search shows what is here until its answer, and none of a search before', async () => {
  const waiting: (() => void)[] = [];
  fakeApi({
    'GET /api/v1/albums': async (call) => {
      if (call.query.get('search') !== '') await new Promise<void>((go) => waiting.push(go));
      return answer(call);
    },
  });
  await choices.read();
  const first = choices.search('quays');
  const second = choices.search('boats');
  expect(shownIds()).toEqual([1]);
  expect(choices.isReading.value).toBe(true);
  await expect.poll(() => waiting).toHaveLength(2);
  for (const go of waiting.toReversed()) go();
  await Promise.all([first, second]);
  expect([shownIds(), choices.isReading.value, choices.error.value]).toEqual([[1], false, null]);
});

it('a failed read is said, and can be repeated', async () => {
  const { answers } = fakeApi({ 'GET /api/v1/albums': refuse(503, 5030) });
  await choices.read();
  expect(choices.error.value).not.toBeNull();
  answers['GET /api/v1/albums'] = answer;
  await choices.read();
  expect([choices.error.value, choices.count.value]).toEqual([null, PAGE_SIZE]);
  answers['GET /api/v1/albums'] = refuse(503, 5030);
  await choices.search('quays');
  expect([choices.error.value === null, choices.hasMore.value]).toEqual([false, true]);
  answers['GET /api/v1/albums'] = answer;
  await choices.read();
  expect([shownIds(), choices.error.value]).toEqual([[4], null]);
});
