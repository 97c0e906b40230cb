import { beforeEach, describe, expect, it } from 'vitest';
import {
  ImageList,
  type PageStart,
} from '../../../../../../src/console/features/gallery/model/image-list.ts';
import type { Image } from '../../../../../../src/console/api/types.ts';
import { image } from './support.ts';

const PAGE = 10;
const JUNE = '2026-06';
const MONTHS = [JUNE, '2026-05', '2026-04', '2026-03'];
/** Of each month. */
const COUNT = 25;

let library: Image[];
let asked: PageStart[];
let inUse: ReadonlySet<number>;
let list: ImageList;

/** The service's list, the newest first, with ids from 100 down. */
const readPage = ({ cursor, from }: PageStart) => {
  asked.push({ cursor, from });
  const begin = library.findIndex(({ id, created_at }) =>
    cursor === '' ? from === '' || created_at.slice(0, 7) <= from : id < Number(cursor),
  );
  const rest = begin === -1 ? [] : library.slice(begin);
  const images = rest.slice(0, PAGE);
  const hasMore = rest.length > PAGE;
  return Promise.resolve({
    images,
    next_cursor: hasMore ? String(images.at(-1)?.id) : '',
    has_more: hasMore,
  });
};

const monthOf = ({ created_at }: Image) => created_at.slice(0, 7);
const source = { readPage, monthOf, isOldestFirst: false };
const countMonths = () =>
  [...Map.groupBy(library, monthOf)].map(([month, { length: count }]) => ({ month, count }));
const settled = () => expect.poll(() => list.isLoading).toBe(false);
const want = async (first: number, last: number, before = first) => {
  list.want({ before, first, last });
  await settled();
};

beforeEach(async () => {
  library = MONTHS.flatMap((month, at) =>
    Array.from({ length: COUNT }, (_, index) =>
      image(100 - at * COUNT - index, { created_at: `${month}-15T00:00:00.000Z` }),
    ),
  );
  asked = [];
  inUse = new Set();
  list = new ImageList(
    source,
    () => {},
    (id) => inUse.has(id),
  );
  list.restart(source);
  await settled();
  list.expect(countMonths());
  await settled();
  asked = [];
});

describe('a list in months', () => {
  it('knows the place of each image once the service has counted the months', () => {
    expect(list.items).toHaveLength(100);
    expect(list.sections.map(({ month, shownCount }) => [month, shownCount])).toEqual(
      MONTHS.map((month) => [month, COUNT]),
    );
    expect(list.items.ids()).toEqual([100, 99, 98, 97, 96, 95, 94, 93, 92, 91]);
  });

  it('reads a month from its start, on by cursors, and then back to the images before', async () => {
    await want(75, 90, 74);
    expect(asked.slice(0, 2)).toEqual([
      { cursor: '', from: '2026-03' },
      { cursor: '16', from: '' },
    ]);
    expect(asked[2]).toEqual({ cursor: '', from: '2026-04' });
    expect(list.items.ids(75, 90)).toEqual(Array.from({ length: 15 }, (_, at) => 25 - at));
    expect(list.items.get(74)?.id).toBe(26);
    expect(list.items.ids(25, 50)).toEqual([]);
  });

  it('stops where the images are loaded already, and reads nothing twice', async () => {
    await want(50, 60);
    await want(25, 49);
    await want(0, 99);
    expect(list.items.ids()).toEqual(Array.from({ length: 100 }, (_, at) => 100 - at));
    expect(list.hasMore).toBe(false);
    const starts = asked.map(({ cursor, from }) => `${cursor} ${from}`);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('leaves out months whose images have gone, and takes those that came since the count', async () => {
    library = library.filter(({ created_at }) => !created_at.startsWith('2026-05'));
    library.splice(28, 0, image(1000, { created_at: '2026-04-10T00:00:00.000Z' }));
    await want(0, 99);
    expect(list.sections.map(({ month, shownCount }) => [month, shownCount])).toEqual([
      [JUNE, 25],
      ['2026-04', 26],
      ['2026-03', 25],
    ]);
  });

  it('keeps the numbers of months while images are hidden, shown again, and removed', async () => {
    list.hide([100, 99]);
    expect(list.items).toHaveLength(98);
    list.reveal([99]);
    list.remove(new Set([100]));
    expect(list.sections[0]?.shownCount).toBe(24);
    await want(0, 99);
    expect(list.sections[0]?.shownCount).toBe(24);
    expect(list.items).toHaveLength(99);
  });

  it('puts new images into their months', () => {
    const july = image(102, { created_at: '2026-07-01T00:00:00.000Z' });
    const june = image(101, { created_at: '2026-06-30T00:00:00.000Z' });
    const head = [july, june, ...library.slice(0, 8)];
    expect(list.takeHead({ images: head, has_more: true }, 10)).toBe(true);
    expect(list.sections.slice(0, 3).map(({ month, shownCount }) => [month, shownCount])).toEqual([
      ['2026-07', 1],
      [JUNE, 26],
      ['2026-05', 25],
    ]);
    expect(list.items.ids(0, 4)).toEqual([102, 101, 100, 99]);
  });

  it('takes new images alone from a head that reaches further than what is loaded', () => {
    const june = image(101, { created_at: '2026-06-30T00:00:00.000Z' });
    expect(list.takeHead({ images: [june, ...library.slice(0, 23)], has_more: true }, 24)).toBe(
      true,
    );
    expect(list.items).toHaveLength(101);
    expect(list.items.ids(0, 30)).toEqual(Array.from({ length: 11 }, (_, at) => 101 - at));
  });

  it('reads whole months for a selection, also those out of sight', async () => {
    expect(await list.readMonths(['2026-05', '2026-03'])).toBe(true);
    expect(list.sections.map(({ isWhole }) => isWhole)).toEqual([false, true, false, true]);
  });

  it('does not read them if the list is left, or if a page fails', async () => {
    const left = list.readMonths(['2026-05']);
    list.pause();
    expect(await left).toBe(false);
    const failing = { ...source, readPage: () => Promise.reject(new Error('no')) };
    list.restart(failing);
    await expect.poll(() => list.error).not.toBeNull();
    expect(await list.readMonths(['2026-03'])).toBe(false);
  });

  it('forgets images far from those in sight when there are very many, but no month in use and not the first', async () => {
    const many = 3000;
    library = MONTHS.flatMap((month, at) =>
      Array.from({ length: many / 4 }, (_, index) =>
        image(many - at * (many / 4) - index, { created_at: `${month}-15T00:00:00.000Z` }),
      ),
    );
    inUse = new Set([many - 1000]);
    list.restart(source);
    await settled();
    list.expect(countMonths());
    await want(0, 100);
    for (const at of [750, 1500, 2250]) await want(at + 700, at + 749);
    const loaded = list.sections.map(({ images }) => images.length > 0);
    expect(list.loadedCount).toBeLessThanOrEqual(2000);
    expect(loaded).toEqual([true, true, false, true]);
    expect(list.sections[2]?.aspects).toHaveLength(750);
    expect(list.items).toHaveLength(many);
  });
});
