import type { Signal } from '@preact/signals';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GalleryQuery } from '../../../../../../src/console/features/gallery/model/gallery-query.ts';
import type { ListedImage } from '../../../../../../src/console/features/gallery/model/listed-image.ts';
import type { Selection } from '../../../../../../src/console/features/gallery/model/selection.ts';
import type { SparseList } from '../../../../../../src/console/features/gallery/model/sparse-list.ts';
import { image, settle } from './support.ts';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { QUIET_DOCUMENT, stubPage } from '../../../support/stub-page.ts';

interface Modules {
  readonly session: Signal<unknown>;
  readonly list: Signal<{
    readonly items: SparseList<ListedImage>;
    readonly error: unknown;
    readonly isOutdated: boolean;
  }>;
  readonly selection: Signal<Selection>;
  readonly pressSelects: Signal<boolean>;
  readonly toggleSelecting: () => void;
  readonly freshCount: Signal<number>;
  readonly total: Signal<number | null>;
  readonly place: Signal<{ index: number; offsetPx: number }>;
  readonly sight: Signal<{ first: number; last: number }>;
  readonly beginGallery: () => void;
  readonly GALLERY_WALK: object;
  readonly noteStep: (walk: object, index: number, id: number) => void;
  readonly openGallery: (query: GalleryQuery) => void;
  readonly readAround: (first: number, last: number) => void;
  readonly followGallery: () => () => void;
  readonly takeChanges: (changes: object) => void;
  readonly prefetch: (path: string) => void;
  readonly readSearch: (search: string) => GalleryQuery;
  readonly toFirstImagesPath: (query: GalleryQuery) => string;
  readonly listed: { readonly value: { readonly isReadingMonths: boolean } };
  readonly toggleMonth: (month: string) => Promise<void>;
  readonly selectWhole: () => Promise<void>;
  readonly selectRange: (index: number) => Promise<void>;
  readonly selectOnly: (ids: Iterable<number>) => Selection;
}

const PUBLIC: GalleryQuery = { sort: 'newest', visibility: 'public', search: '' };

let modules: Modules;
let api: ReturnType<typeof fakeApi>;
let asked: string[];
let owner: number;
/** The API's list. */
let ids: readonly number[];

const pageOf = (listed: readonly number[], cursor = '') => ({
  images: listed.map((id) => image(id, { user_id: owner })),
  next_cursor: cursor,
  has_more: cursor !== '',
});

beforeAll(async () => {
  stubPage();
  modules = await loadModules(
    'state/session.ts',
    'features/gallery/model/gallery-state.ts',
    'features/gallery/model/gallery.ts',
    'api/early-answers.ts',
    'features/gallery/model/gallery-query.ts',
    'features/gallery/model/selection.ts',
    'features/gallery/model/walk.ts',
    'features/image/walk-steps.ts',
    'features/gallery/model/select-months.ts',
  );
});

beforeEach(() => {
  asked = [];
  owner = 1;
  ids = [3, 2, 1];
  vi.stubGlobal('document', QUIET_DOCUMENT);
  api = fakeApi({
    'GET /api/v1/images/': ({ query }) => {
      // A refresh of the newest requests fewer.
      if (query.get('limit') === '100') asked.push(query.get('visibility') ?? '');
      return pageOf(ids);
    },
    'GET /api/v1/images/timeline': { months: [] },
  });
  modules.session.value = { state: 'anonymous' };
});

// Nothing polls unfinished images.
afterEach(() => modules.followGallery()());

const signIn = (id: number): void => {
  modules.session.value = { state: 'signed_in', user: { id } };
};

describe('the first images of the gallery', () => {
  it('are those that were requested before the page’s scripts loaded, once', async () => {
    const search = '?visibility=public&search=a+%C3%BC%20b';
    const query = modules.readSearch(search);
    modules.prefetch(modules.toFirstImagesPath(query));
    await expect.poll(() => asked).toEqual(['public']);
    signIn(1);
    modules.openGallery(query);
    await expect.poll(() => modules.list.peek().items.ids()).toEqual([3, 2, 1]);
    expect(asked).toEqual(['public']);
    modules.openGallery({ ...query, visibility: 'all' });
    modules.openGallery(query);
    await expect.poll(() => asked).toEqual(['public', '', 'public']);
  });

  it('are requested again when another tab signed in meanwhile', async () => {
    modules.prefetch(modules.toFirstImagesPath(PUBLIC));
    vi.stubGlobal('document', { ...QUIET_DOCUMENT, cookie: '__Host-csrf_token=other' });
    signIn(1);
    modules.openGallery(PUBLIC);
    await expect.poll(() => modules.list.peek().items.ids()).toEqual([3, 2, 1]);
    expect(asked).toEqual(['public', 'public']);
  });

  it('are requested again for another query, and when the gallery opens late', async () => {
    modules.prefetch(modules.toFirstImagesPath(PUBLIC));
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => asked).toEqual(['public', '']);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 31_000);
    modules.openGallery(PUBLIC);
    await expect.poll(() => asked).toEqual(['public', '', 'public']);
  });
});

describe('a selection of images that are not loaded', () => {
  it('reads their month first, and takes all of it or, a second time, none', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    api.answers['GET /api/v1/images/'] = async ({ query }) => {
      if ((query.get('cursor') ?? '') === '') return pageOf([33, 32], 'c');
      await opened;
      return pageOf([31, 30]);
    };
    api.answers['GET /api/v1/images/timeline'] = { months: [{ month: '2026-01', count: 4 }] };
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => modules.total.value).toBe(4);
    const selecting = modules.toggleMonth('2026-01');
    expect([modules.listed.value.isReadingMonths, modules.pressSelects.value]).toEqual([
      true,
      true,
    ]);
    open();
    await selecting;
    expect(modules.selection.value.ids).toEqual(new Set([30, 31, 32, 33]));
    expect(modules.listed.value.isReadingMonths).toBe(false);
    await modules.toggleMonth('2026-01');
    expect(modules.selection.value.ids.size).toBe(0);
  });

  it('selects nothing if it is ended meanwhile', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    api.answers['GET /api/v1/images/'] = async ({ query }) => {
      if ((query.get('cursor') ?? '') === '') return pageOf([43, 42], 'c');
      await opened;
      return pageOf([41, 40]);
    };
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => modules.list.peek().items.length).toBe(2);
    const selecting = modules.toggleMonth('2026-01');
    modules.toggleSelecting();
    open();
    await selecting;
    expect(modules.selection.value.ids.size).toBe(0);
  });

  it('reads all months of the list to take all of it, and nothing if a page fails', async () => {
    const answers: Readonly<Record<string, ReturnType<typeof pageOf>>> = {
      '|': pageOf([73, 72], 'c'),
      'c|': pageOf([71, 70], 'd'),
    };
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    api.answers['GET /api/v1/images/'] = async ({ query }) => {
      const start = `${query.get('cursor') ?? ''}|${query.get('from') ?? ''}`;
      if (start === '|') return answers['|'];
      await opened;
      return answers[start] ?? refuse(500, 5000);
    };
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => modules.list.peek().items.ids()).toEqual([73, 72]);
    const failing = modules.selectWhole();
    open();
    await failing;
    expect(modules.selection.value.ids.size).toBe(0);
    Object.assign(answers, { 'd|': pageOf([69]) });
    await modules.selectWhole();
    expect([...modules.selection.value.ids]).toEqual([73, 72, 71, 70, 69]);
  });

  it('takes all of a list of which parts were forgotten', async () => {
    const { listed, each } = offerMonths();
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    const { list } = modules;
    await expect.poll(() => list.peek().items.length).toBe(listed.length);
    for (const at of [1, 3, 5].map((month) => month * each + 500)) {
      modules.readAround(at, at + 10);
      await expect.poll(() => list.peek().items.get(at)).toBeDefined();
    }
    await modules.selectWhole();
    expect(modules.selection.value.ids.size).toBe(listed.length);
  });

  it('fills the range from the last picked image', async () => {
    ids = [53, 52, 51, 50];
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => modules.list.peek().items.length).toBe(4);
    modules.selection.value = { ...modules.selectOnly([52]), anchor: 52 };
    await modules.selectRange(3);
    expect([...modules.selection.value.ids]).toEqual([52, 51, 50]);
  });
});

describe('a jump', () => {
  it('reads the images in sight, and a moment later those around them', async () => {
    const { listed, each, starts } = offerMonths();
    signIn(1);
    modules.openGallery({ ...PUBLIC, visibility: 'all' });
    await expect.poll(() => modules.list.peek().items.length).toBe(listed.length);
    await expect.poll(() => starts).toHaveLength(4);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    modules.readAround(3 * each, 3 * each + 10);
    await settle();
    expect(starts.slice(4)).toEqual(['2026-03']);
    // The page that has come has moved the rows in sight.
    modules.readAround(3 * each + 1, 3 * each + 11);
    await settle();
    expect(starts).toHaveLength(5);
    vi.advanceTimersByTime(400);
    await settle();
    expect(starts).toContain('2026-04');
  });
});

describe('images that leave the list', () => {
  it('lose their selection, so that no action affects hidden images', async () => {
    // Removals persist over all tests.
    ids = [23, 22, 21];
    signIn(1);
    modules.openGallery(PUBLIC);
    await expect.poll(() => modules.list.peek().items.length).toBe(3);
    modules.selection.value = modules.selectOnly(ids);
    const changed = [{ id: 23, visibility: 'private', asset_link: 'x' }];
    modules.takeChanges({ changed, gone: [21] });
    expect([...modules.selection.value.ids]).toEqual([22]);
  });
});

it('a gallery that failed to load is read again when it is reopened', async () => {
  api.answers['GET /api/v1/images/'] = refuse(500, 1000);
  signIn(1);
  modules.openGallery(PUBLIC);
  await expect.poll(() => modules.list.peek().error).not.toBeNull();
  api.answers['GET /api/v1/images/'] = pageOf([7]);
  modules.openGallery(PUBLIC);
  await expect.poll(() => modules.list.peek().items.ids()).toEqual([7]);
});

it('the next person finds nothing of the previous one’s gallery', async () => {
  const whole: GalleryQuery = { ...PUBLIC, visibility: 'all' };
  signIn(1);
  modules.openGallery(whole);
  await expect.poll(() => modules.list.peek().isOutdated).toBe(false);
  Object.assign(modules.place.peek(), { index: 900, offsetPx: 7 });
  Object.assign(modules.sight.peek(), { first: 900, last: 920 });
  modules.freshCount.value = 3;
  modules.session.value = { state: 'anonymous' };
  signIn(2);
  // The page of an image loads no gallery.
  modules.beginGallery();
  modules.openGallery(whole);
  await expect.poll(() => modules.list.peek().isOutdated).toBe(false);
  expect(modules.place.peek()).toEqual({ index: 0, offsetPx: 0 });
  expect(modules.sight.peek()).toEqual({ first: 0, last: 0 });
  expect(modules.freshCount.value).toBe(0);
});

it('the button that starts a selection also ends it, whatever is selected', () => {
  modules.toggleSelecting();
  expect(modules.pressSelects.value).toBe(true);
  modules.toggleSelecting();
  expect(modules.pressSelects.value).toBe(false);
  modules.selection.value = modules.selectOnly([3, 2]);
  expect(modules.pressSelects.value).toBe(true);
  modules.toggleSelecting();
  expect([modules.pressSelects.value, modules.selection.value.ids.size]).toEqual([false, 0]);
});

it('the gallery reopens at the last seen image, or as it was left', () => {
  Object.assign(modules.place.peek(), { index: 0, offsetPx: 5 });
  Object.assign(modules.sight.peek(), { first: 0, last: 20 });
  const placeAfter = (index: number): number => {
    modules.noteStep(modules.GALLERY_WALK, index, 1000 - index);
    return modules.place.peek().index;
  };
  expect([18, 20, 21, 25, 20, 10].map(placeAfter)).toEqual([0, 0, 21, 25, 20, 10]);
});

/** Six months of the API's list, with the places from which it is read: a month or a cursor. */
const offerMonths = () => {
  const months = ['06', '05', '04', '03', '02', '01'].map((month) => `2026-${month}`);
  const each = 650;
  const starts: string[] = [];
  const listed = months.flatMap((month, at) =>
    Array.from({ length: each }, (_, index) =>
      image(9000 - at * each - index, {
        user_id: owner,
        created_at: `${month}-15T00:00:00.000Z`,
      }),
    ),
  );
  api.answers['GET /api/v1/images/timeline'] = {
    months: months.map((month) => ({ month, count: each })),
  };
  api.answers['GET /api/v1/images/'] = ({ query }) => {
    const from = query.get('from') ?? '';
    starts.push(from === '' ? (query.get('cursor') ?? '') : from);
    const start = from === '' ? Number(query.get('cursor') ?? 0) : months.indexOf(from) * each;
    const end = start + 100;
    const hasMore = end < listed.length;
    const next_cursor = hasMore ? String(end) : '';
    return { images: listed.slice(start, end), next_cursor, has_more: hasMore };
  };
  return { listed, each, starts };
};
