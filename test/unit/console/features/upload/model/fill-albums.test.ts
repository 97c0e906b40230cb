import { signal, type Signal } from '@preact/signals';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  awaitsAlbum,
  type Item,
} from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { restore } from '../../../../../../src/console/features/upload/model/advance-item.ts';
import { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import { drawComponent } from '../../../support/draw-component.ts';
import { disconnect, fakeApi, refuse, type ApiCall } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';
import { fakeStore } from './fake-store.ts';
import { wait } from './open-sender.ts';

interface Modules {
  readonly fillAlbums: (options: {
    readonly items: QueueItems;
    readonly mayAdd: Signal<boolean>;
  }) => () => void;
  readonly watchImages: (watch: (changes: { readonly albums?: readonly number[] }) => void) => void;
  readonly Toasts: unknown;
  readonly pageAlbum: Signal<number | null>;
}

const ADD = 'POST /api/v1/albums/{id}/images';
const READ = 'GET /api/v1/albums/{id}';
const ALBUM = 4;

let modules: Modules;

beforeEach(async () => {
  stubPage();
  vi.resetModules();
  modules = await loadModules(
    'state/image-changes.ts',
    'widgets/toast.tsx',
    'features/upload/model/page-album.ts',
    'features/upload/model/fill-albums.ts',
  );
});

const imageOf = (imageId: number) => ({
  upload_id: 'u',
  image_id: imageId,
  unique_link: 'a',
  asset_link: 'a',
  path: '/i/a.webp',
});

const publish = (items: QueueItems, id: string, imageId: number): void => {
  items.apply(id, { name: 'started' });
  items.apply(id, { name: 'published', image: imageOf(imageId) });
};

const done = (id: string, imageId: number, albumId: number | null = ALBUM): Item => ({
  ...wait(id, imageId),
  albumId,
  state: { name: 'done', image: imageOf(imageId) },
});

const readIds = async ({ request }: ApiCall): Promise<number[]> =>
  ((await request.clone().json()) as { image_ids: number[] }).image_ids;

const takeAll = async (call: ApiCall) => ({ image_ids: await readIds(call) });

const open = async (given: readonly Item[], kept = fakeStore(), mayAdd = signal(true)) => {
  const items = new QueueItems(kept.store);
  await items.add(given);
  const close = modules.fillAlbums({ items, mayAdd });
  onTestFinished(close);
  const isSettled = () => !items.all.peek().some(awaitsAlbum);
  return { items, kept, mayAdd, close, isSettled };
};

const readAdded = async (calls: readonly ApiCall[]) =>
  Promise.all(
    calls.map(async (call) => [call.path.split('/').at(-2), (await readIds(call)).join(' ')]),
  );

const readToasts = async () =>
  [...(await drawComponent(modules.Toasts)).matchAll(/<span>([^<]+)</gu)].map(([, said]) => said);

it('published images and earlier ones of the same bytes go to their album, the others nowhere', async () => {
  const { calls } = fakeApi({ [ADD]: takeAll });
  const heard: (readonly number[])[] = [];
  modules.watchImages(({ albums }) => heard.push(albums ?? []));
  const { isSettled } = await open([
    done('a', 1),
    { ...done('b', 2), state: { name: 'duplicate', imageId: 9 } },
    { ...done('c', 3), state: { name: 'duplicate', imageId: null } },
    done('d', 4, null),
    done('e', 5, 6),
    { ...wait('f', 6), albumId: ALBUM },
  ]);
  await expect.poll(isSettled).toBe(true);
  expect(await readAdded(calls)).toEqual([
    ['4', '1 9'],
    ['6', '5'],
  ]);
  expect(heard).toEqual([[4], [6]]);
});

it('images that are published during a call go together in the next one', async () => {
  const first = Promise.withResolvers<{ image_ids: number[] }>();
  const { calls, answers } = fakeApi({ [ADD]: () => first.promise });
  const ids = ['a', 'b', 'c', 'd'];
  const { items, isSettled } = await open(
    ids.map((id, at) => ({ ...wait(id, at), albumId: ALBUM })),
  );
  ids.forEach((id, at) => publish(items, id, at + 1));
  answers[ADD] = takeAll;
  first.resolve({ image_ids: [1] });
  await expect.poll(isSettled).toBe(true);
  expect(await readAdded(calls)).toEqual([
    ['4', '1'],
    ['4', '2 3 4'],
  ]);
});

it('one call takes as many images as the API allows', async () => {
  const { calls } = fakeApi({ [ADD]: takeAll });
  const { isSettled } = await open(
    Array.from({ length: 501 }, (_, at) => done(String(at), at + 1)),
  );
  await expect.poll(isSettled).toBe(true);
  expect((await readAdded(calls)).map(([, ids]) => ids?.split(' ').length)).toEqual([500, 1]);
});

it('the next visit makes up for a stop before the album had the image, and only once', async () => {
  const { calls, answers } = fakeApi({ [ADD]: disconnect });
  const kept = fakeStore();
  const before = await open([done('a', 1)], kept);
  await expect.poll(() => calls.length).toBe(1);
  before.close();
  const visit = async () => open([...kept.items.values()].map(restore), kept);
  answers[ADD] = takeAll;
  const next = await visit();
  await expect.poll(next.isSettled).toBe(true);
  expect(calls).toHaveLength(2);
  await visit();
  expect(calls).toHaveLength(2);
});

it('a photo that is wanted again goes to the album as well', async () => {
  const { calls } = fakeApi({ [ADD]: takeAll });
  const { items, isSettled } = await open([
    { ...done('a', 1), state: { name: 'duplicate', imageId: 9 } },
  ]);
  await expect.poll(isSettled).toBe(true);
  items.apply('a', { name: 'wanted' });
  publish(items, 'a', 10);
  await expect.poll(isSettled).toBe(true);
  expect(await readAdded(calls)).toEqual([
    ['4', '9'],
    ['4', '10'],
  ]);
});

it.each([
  ['gone', refuse(404, 4041), 'The album no longer exists. Your photos are uploaded without it.'],
  ['full', refuse(400, 3000), 'The album is full. 3 photos are uploaded without it.'],
])('an album that is %s is said once, and the uploads succeed', async (_, refusal, said) => {
  const { calls } = fakeApi({ [ADD]: refusal, [READ]: { image_count: 100_000 } });
  modules.pageAlbum.value = ALBUM;
  const { items, kept, isSettled } = await open([
    done('a', 1),
    ...['b', 'c'].map((id, at) => ({ ...wait(id, at), albumId: ALBUM })),
  ]);
  await expect.poll(isSettled).toBe(true);
  publish(items, 'b', 2);
  publish(items, 'c', 3);
  expect(items.all.peek().map(({ state }) => state.name)).toEqual(['done', 'done', 'done']);
  expect(await readToasts()).toEqual([said]);
  expect(calls.filter(({ operation }) => operation === ADD)).toHaveLength(1);
  expect(kept.items.get('b')?.albumId).toBe(null);
  expect(modules.pageAlbum.value).toBe(null);
});

it('failures that may pass are tried again after a pause, without a word', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const busy = new Response('{"code":4029}', { status: 429, headers: { 'Retry-After': '50' } });
  const { calls, answers } = fakeApi({ [ADD]: refuse(500, 1001) });
  const { isSettled } = await open([done('a', 1)]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(calls).toHaveLength(1);
  answers[ADD] = busy;
  await vi.advanceTimersByTimeAsync(2000);
  expect(calls).toHaveLength(2);
  answers[ADD] = takeAll;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(3);
  expect(isSettled()).toBe(true);
  expect(await readToasts()).toEqual([]);
});

it('nothing is added without a network, and all that waits once it is back', async () => {
  const { calls } = fakeApi({ [ADD]: takeAll });
  const { mayAdd, isSettled } = await open([done('a', 1)], fakeStore(), signal(false));
  expect(calls).toHaveLength(0);
  mayAdd.value = true;
  await expect.poll(isSettled).toBe(true);
  expect(calls).toHaveLength(1);
});

it('an album with less room than images wait gets as many as fit, and the others are counted', async () => {
  let count = 99_998;
  const { calls } = fakeApi({
    [ADD]: async (call) => {
      const ids = await readIds(call);
      if (count + ids.length > 100_000) return refuse(400, 3000);
      count += ids.length;
      return { image_ids: ids };
    },
    [READ]: () => ({ image_count: count }),
  });
  const { items, isSettled } = await open([1, 2, 3, 4, 5].map((id) => done(String(id), id)));
  await expect.poll(isSettled).toBe(true);
  expect((await readAdded(calls.filter(({ operation }) => operation === ADD))).at(1)).toEqual([
    '4',
    '1 2',
  ]);
  expect(items.all.peek().map(({ albumId }) => albumId)).toEqual([4, 4, null, null, null]);
  expect(await readToasts()).toEqual(['The album is full. 3 photos are uploaded without it.']);
});

it('an image that has left the library meanwhile is not counted as one of the album', async () => {
  const { calls } = fakeApi({ [ADD]: { image_ids: [1] } });
  const { items, isSettled } = await open([done('a', 1), done('b', 2)]);
  await expect.poll(isSettled).toBe(true);
  expect(items.all.peek().map(({ albumId }) => albumId)).toEqual([4, null]);
  expect(calls).toHaveLength(1);
  expect(await readToasts()).toEqual([]);
});

it('the answer to another account, which has signed in meanwhile, takes no album off', async () => {
  const late = Promise.withResolvers<Response>();
  fakeApi({ [ADD]: () => late.promise });
  const { items, mayAdd } = await open([done('a', 1)]);
  mayAdd.value = false;
  late.resolve(refuse(404, 4041));
  await new Promise((resolve) => setTimeout(resolve));
  expect(items.get('a')?.albumId).toBe(ALBUM);
  expect(await readToasts()).toEqual([]);
});
