import type { Signal } from '@preact/signals';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { SparseList } from '../../../../../../src/console/features/gallery/model/sparse-list.ts';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';
import { image } from '../../gallery/model/support.ts';

interface Walk {
  readonly list: { readonly isOutdated: boolean; readonly isLoading: boolean; retry(): void };
  readonly items: SparseList<{ readonly id: number }>;
  readonly total: number | null;
  readonly selecting: {
    readonly selection: Signal<{ readonly ids: ReadonlySet<number> }>;
    readonly isReading: boolean;
    selectAll(): Promise<void>;
    end(): void;
  };
  show(): () => void;
  read(): Promise<void>;
}

interface Modules {
  readonly readOn: (walk: Walk) => void;
  readonly openAlbum: (id: number) => Walk;
  readonly walkAlbum: (id: number) => Walk;
  readonly announceImages: (changes: object) => void;
  readonly isReturning: Signal<boolean>;
}

const PAGE = 100;

/** The album's images, in its order. */
let ids: number[];
let modules: Modules;
let api: ReturnType<typeof fakeApi>;

beforeEach(async () => {
  stubPage();
  modules = await loadModules<Modules>(
    'features/albums/model/album-walk.ts',
    'features/gallery/model/is-returning.ts',
    'features/image/walk-steps.ts',
    'state/image-changes.ts',
  );
  modules.isReturning.value = false;
  ids = Array.from({ length: 250 }, (_, index) => 250 - index);
  api = fakeApi({
    'GET /api/v1/albums/{id}': () => ({ id: 7, order: 'newest', image_count: ids.length }),
    'GET /api/v1/albums/{id}/images': ({ query }) => {
      const from = Number(query.get('cursor'));
      const end = from + PAGE;
      const has_more = end < ids.length;
      const images = ids.slice(from, end).map((id) => image(id));
      return { images, next_cursor: has_more ? String(end) : '', has_more };
    },
  });
});

const open = async (): Promise<Walk> => {
  const walk = modules.openAlbum(7);
  onTestFinished(walk.show());
  await walk.read();
  await expect.poll(() => walk.list.isOutdated).toBe(false);
  return walk;
};

it('all images of an album are selected, also those that are not loaded', async () => {
  const walk = await open();
  expect([walk.items.length, walk.total]).toEqual([PAGE, 250]);
  const selecting = walk.selecting.selectAll();
  expect(walk.selecting.isReading).toBe(true);
  await selecting;
  expect(walk.selecting.isReading).toBe(false);
  expect([...walk.selecting.selection.value.ids]).toEqual(ids);
});

it('nothing is selected if the selection was ended meanwhile, or a page could not be read', async () => {
  const walk = await open();
  const selecting = walk.selecting.selectAll();
  walk.selecting.end();
  await selecting;
  expect(walk.selecting.selection.value.ids.size).toBe(0);

  ids = [...ids, 1000];
  modules.announceImages({ albums: [7] });
  await expect.poll(() => walk.list.isOutdated).toBe(false);
  api.answers['GET /api/v1/albums/{id}/images'] = refuse(500, 5000);
  await walk.selecting.selectAll();
  expect([walk.selecting.selection.value.ids.size, walk.selecting.isReading]).toEqual([0, false]);
});

it('deleted images leave the list, its count and the selection', async () => {
  const walk = await open();
  await walk.selecting.selectAll();
  modules.announceImages({ gone: [250, 249, 9999] });
  expect(walk.items.ids(0, 2)).toEqual([248, 247]);
  expect([walk.total, walk.selecting.selection.value.ids.size]).toEqual([248, 248]);
});

it('the page of an album keeps its list while the viewer leads back to it, and reads another one later', async () => {
  const walk = await open();
  expect(modules.walkAlbum(7)).toBe(walk);
  // The viewer still shows it.
  expect(modules.openAlbum(7)).toBe(walk);
  const end = modules.walkAlbum(8).show();
  end();
  modules.isReturning.value = true;
  expect(modules.openAlbum(8)).toBe(modules.walkAlbum(8));
  modules.isReturning.value = false;
  const known = modules.walkAlbum(8);
  expect(modules.openAlbum(8)).not.toBe(known);
});

it('the search for an image that is not in the album ends after 2,000 images', async () => {
  ids = Array.from({ length: 2500 }, (_, index) => index + 1);
  const walk = await open();
  for (let page = 2; page <= 20; page += 1) {
    modules.readOn(walk);
    await expect.poll(() => walk.items.length).toBe(page * PAGE);
  }
  modules.readOn(walk);
  expect(walk.list.isLoading).toBe(false);
});
