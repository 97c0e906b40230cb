import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_SORTS } from '../../../../src/worker/http/api/images/list-sorts.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { libraryStatements } from '../../../support/library.ts';
import { addImages, listPage, type ListAnswer } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { runBatch } from '../../../support/sql.ts';

const COUNT = 30_000;
/** Images of other users in the same database. */
const OTHERS = 5000;
const SEEDING_MS = 120_000;
const LIMIT = 20;
/** One more row tells whether there is a next page, and each merged range has read one unused row. */
const LIST_OVERHEAD_ROWS = 4;
/** One month, with a seek in each range before and after it. */
const TIMELINE_OVERHEAD_ROWS = 20;
/** By views: each range, and the form of small libraries, reads the user, whose stage tells which applies. */
const STAGE_ROWS = 7;
/** The first 1,001 places of the term, and a page of a list in which every image matches. */
const DENSE_ROWS = 1500;
/** Each place where the term could be, looked at once: texts, long texts, cameras and dates. */
const NO_MATCH_ROWS = 30;
/** A camera of a library: sought, listed and compared, twice. */
const CAMERA_ROWS = 6;
/** A walk of 5,000 images: each read in its range, numbered and checked. */
const WALK_ROWS = 1001 + 3 * 5000 + 200;

/** Each image of a small library with its index entry, and a page out of the sorter. */
const SORT_ROWS = 2 * OTHERS + 5 * LIMIT;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });
let person: Person;
let other: Person;

/** A page with what it cost. */
const measure = async (
  query: Record<string, string>,
  owner = person,
): Promise<{ answer: ListAnswer; rowsRead: number; roundTrips: number; sessionCalls: number }> => {
  Object.assign(tally, { calls: {}, rowsRead: 0 });
  const answer = await listPage(worker, owner, { limit: String(LIMIT), ...query });
  expect(answer.status).toBe(200);
  return {
    answer,
    rowsRead: tally.rowsRead,
    roundTrips: callsAt(tally, 'DB'),
    sessionCalls: callsAt(tally, 'USER_SESSIONS'),
  };
};

/** A cursor `pages` full pages into a list. */
const goDeep = async (query: Record<string, string>, pages: number): Promise<string> => {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const { data } = await listPage(worker, person, { ...query, limit: '100', cursor });
    cursor = data.next_cursor;
  }
  return cursor;
};

beforeAll(async () => {
  person = await registerAndLogin(worker);
  other = await registerAndLogin(worker);
  await runBatch(worker.services.db, [
    ...libraryStatements({ userId: person.userId, count: COUNT, from: 1 }),
    ...libraryStatements({ userId: other.userId, count: OTHERS, from: 1 + COUNT }),
  ]);
}, SEEDING_MS);

describe('a list of 30,000 images', () => {
  it.each(
    LIST_SORTS.flatMap((sort) =>
      ['', 'public', 'private'].map((visibility) => ({ sort, visibility })),
    ),
  )(
    'reads only the rows it returns by $sort, visibility “$visibility”',
    async ({ sort, visibility }) => {
      const query = { sort, visibility };
      const stageRows = sort.endsWith('view_count') ? STAGE_ROWS : 0;
      const first = await measure(query);
      const deep = await measure({ ...query, cursor: await goDeep(query, 5) });
      for (const { answer, rowsRead, roundTrips, sessionCalls } of [first, deep]) {
        expect(answer.data.images).toHaveLength(LIMIT);
        expect(rowsRead).toBeLessThanOrEqual(LIMIT + LIST_OVERHEAD_ROWS + stageRows);
        expect(roundTrips).toBe(1);
        expect(sessionCalls).toBe(1);
      }
    },
  );

  it('reads each image of a small library once when it is sorted by views', async () => {
    for (const sort of ['view_count', '-view_count']) {
      const first = await measure({ sort }, other);
      const next = await measure({ sort, cursor: first.answer.data.next_cursor }, other);
      for (const { answer, rowsRead, roundTrips } of [first, next]) {
        expect(answer.data.images).toHaveLength(LIMIT);
        expect(rowsRead).toBeLessThanOrEqual(SORT_ROWS);
        expect(roundTrips).toBe(1);
      }
    }
  });

  it('costs the same right after an upload, which comes first', async () => {
    const [id] = await addImages(worker, person.userId, [{ title: 'new', createdAt: Date.now() }]);
    const { answer, rowsRead } = await measure({});
    expect(answer.data.images[0]?.id).toBe(id);
    expect(rowsRead).toBeLessThanOrEqual(LIMIT + LIST_OVERHEAD_ROWS);
  });
});

describe('the timeline of 30,000 images', () => {
  it.each(['created_at', 'taken_at'])(
    'reads an index entry for each by %s, in one query',
    async (by) => {
      Object.assign(tally, { calls: {}, rowsRead: 0 });
      const path = `/api/v1/images/timeline?by=${by}`;
      const response = await worker.fetch(path, { headers: person.headers });
      expect(response.status).toBe(200);
      expect(tally.rowsRead).toBeLessThanOrEqual(COUNT + TIMELINE_OVERHEAD_ROWS);
      expect(callsAt(tally, 'DB')).toBe(1);
      expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
    },
  );
});

describe('a search in 30,000 images', () => {
  it.each([
    ['an exact name', 'img_0012345.jpg', 1],
    ['a description', 'a heron', 30],
    ['a part of a name', '_00123', 100],
    ['a number', '7777', 3],
  ])('reads rows in proportion to its matches for %s', async (_, search, matches) => {
    for (const sort of LIST_SORTS) {
      const { answer, rowsRead, roundTrips } = await measure({ search, sort });
      expect(answer.data.images).toHaveLength(Math.min(matches, LIMIT));
      expect(rowsRead, sort).toBeLessThanOrEqual(6 * matches + LIMIT * 5);
      expect(roundTrips).toBe(1);
    }
  });

  it.each(['i', 'jp', 'img', 'IMG_0', '1'])(
    'stays bounded for “%s”, which matches everywhere',
    async (search) => {
      for (const sort of LIST_SORTS) {
        const first = await measure({ search, sort });
        const next = await measure({ search, sort, cursor: first.answer.data.next_cursor });
        for (const { answer, rowsRead, roundTrips } of [first, next]) {
          expect(answer.data.images).toHaveLength(LIMIT);
          expect(rowsRead, sort).toBeLessThanOrEqual(DENSE_ROWS);
          expect(roundTrips).toBe(1);
        }
      }
    },
  );

  it('stays bounded for a common term whose images are far from the page', async () => {
    // 1,111 images, all of them among the oldest.
    const { answer, rowsRead, roundTrips } = await measure({
      search: 'img_0001',
      sort: '-created_at',
    });
    expect(answer.data.has_more).toBe(true);
    expect(rowsRead).toBeLessThanOrEqual(WALK_ROWS);
    expect(roundTrips).toBe(1);
  });

  it('reads almost no rows for a term without matches', async () => {
    const { answer, rowsRead } = await measure({ search: 'heronry' });
    expect(answer.data).toEqual({ images: [], next_cursor: '', has_more: false });
    expect(rowsRead).toBeLessThanOrEqual(NO_MATCH_ROWS);
  });

  it('reads rows in proportion to its matches for a camera and for a date', async () => {
    const camera = (index: number) => `Camera ${String(index % 40)}`;
    const images = Array.from({ length: 400 }, (_, index) => ({
      camera: camera(index),
      takenAt: Date.UTC(1990, 0, 1 + index),
    }));
    await addImages(worker, person.userId, images);
    for (const sort of ['-taken_at', 'title']) {
      const byCamera = await measure({ search: 'camera 39', sort });
      expect(byCamera.answer.data.images).toHaveLength(10);
      expect(byCamera.rowsRead, sort).toBeLessThanOrEqual(40 * CAMERA_ROWS + 6 * 10 + LIMIT * 5);
      const byDate = await measure({ search: '1990-02', sort });
      expect(byDate.answer.data.images).toHaveLength(LIMIT);
      expect(byDate.rowsRead, sort).toBeLessThanOrEqual(40 * CAMERA_ROWS + 6 * 28 + LIMIT * 5);
    }
  });
});
