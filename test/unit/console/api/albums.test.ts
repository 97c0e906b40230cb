import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, refuse } from '../support/fake-api.ts';
import { loadModules } from '../support/load-modules.ts';

type Calls<Result> = (onDone?: (count: number) => void) => Promise<Result>;

interface Added {
  readonly newCount: number;
  readonly presentCount: number;
}

interface Modules {
  createAlbum(body: { readonly title: string }, idempotencyKey: string): Promise<{ id: number }>;
  deleteAlbum(id: number): Promise<void>;
  planAddition(id: number, ids: readonly number[]): Calls<Added>;
  planRemoval(id: number, ids: readonly number[]): Calls<void>;
}

const PER_CALL = 500;

let albums: Modules;

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('document', { cookie: '' });
  albums = await loadModules<Modules>('api/albums.ts');
});

it('images are added in calls of the bound, and those that were there are counted apart', async () => {
  const inAlbum = new Set([1, 2]);
  const sizes: number[] = [];
  fakeApi({
    'GET /api/v1/albums/{id}': { image_count: inAlbum.size },
    'POST /api/v1/albums/{id}/images': async ({ request }) => {
      const { image_ids: ids } = (await request.json()) as { image_ids: number[] };
      sizes.push(ids.length);
      for (const id of ids) inAlbum.add(id);
      return { image_ids: ids, image_count: inAlbum.size };
    },
  });
  const ids = Array.from({ length: PER_CALL + 1 }, (_, index) => index + 1);
  const added = await albums.planAddition(7, ids)();
  expect(sizes).toEqual([PER_CALL, 1]);
  expect(added).toEqual({ newCount: PER_CALL - 1, presentCount: 2 });
});

it('a failed removal goes on with the images that are left, and says how many are done', async () => {
  const removed: number[] = [];
  let isBroken = true;
  fakeApi({
    'POST /api/v1/albums/{id}/images/remove': async ({ request }) => {
      const { image_ids: ids } = (await request.json()) as { image_ids: number[] };
      if (isBroken && removed.length > 0) return refuse(429, 4290);
      removed.push(...ids);
      return {};
    },
  });
  const ids = Array.from({ length: PER_CALL * 2 + 1 }, (_, index) => index + 1);
  const remove = albums.planRemoval(7, ids);
  const said: number[] = [];
  await expect(remove((count) => said.push(count))).rejects.toMatchObject({ status: 429 });
  isBroken = false;
  await remove((count) => said.push(count));
  expect(said).toEqual([0, PER_CALL, PER_CALL, PER_CALL * 2, PER_CALL * 2 + 1]);
  expect(removed).toEqual(ids);
});

it('an album is made under the key that it is given', async () => {
  const { calls } = fakeApi({ 'POST /api/v1/albums': Response.json({ code: 0, data: { id: 7 } }) });
  expect(await albums.createAlbum({ title: 'Harbours' }, 'key')).toEqual({ id: 7 });
  expect(calls[0]?.request.headers.get('Idempotency-Key')).toBe('key');
  expect(calls[0]?.request.headers.get('Content-Type')).toBe('application/json');
});

it('an album that is gone counts as deleted', async () => {
  fakeApi({ 'DELETE /api/v1/albums/{id}': refuse(404, 4041) });
  await expect(albums.deleteAlbum(7)).resolves.toBeUndefined();
});
