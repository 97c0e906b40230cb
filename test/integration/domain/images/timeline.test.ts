import { beforeAll, describe, expect, it } from 'vitest';
import { selectMonths } from '../../../../src/worker/domain/images/read-timeline.ts';
import { call } from '../../../support/api-call.ts';
import { addImages, listPage } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

interface Month {
  readonly month: string;
  readonly count: number;
}

const worker = createTestWorker({ vars: { REGISTRATIONS_PER_IP: '1000' } });

const PUBLIC = ['2026-11-27T08:00:00.000Z', '2026-11-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'];
const PRIVATE = [
  '2026-10-31T23:59:59.999Z',
  '2024-02-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
];
let person: Person;

const add = (owner: Person, dates: readonly string[], visibility: 'public' | 'private') =>
  addImages(
    worker,
    owner.userId,
    dates.map((title) => ({ title, visibility, createdAt: Date.parse(title) })),
  );

beforeAll(async () => {
  person = await registerAndLogin(worker);
  await add(person, PUBLIC, 'public');
  await add(person, PRIVATE, 'private');
  await add(await registerAndLogin(worker), PUBLIC, 'public');
});

const readMonths = async (query = '', owner = person) => {
  const path = `/images/timeline${query}`;
  return (await call<{ months: Month[] }>(worker, owner, 'GET', path)).data.months;
};

const titlesOf = async (query: Record<string, string>) => {
  const { status, data } = await listPage(worker, person, query);
  expect(status).toBe(200);
  return data.images.map(({ title }) => title);
};

const ALL = [...PUBLIC, ...PRIVATE].toSorted().toReversed();

describe('the timeline', () => {
  it('counts the caller’s own images by month of upload, the newest first, without gaps', async () => {
    expect(await readMonths()).toEqual([
      { month: '2026-11', count: 2 },
      { month: '2026-10', count: 1 },
      { month: '2024-02', count: 2 },
      { month: '1969-12', count: 1 },
    ]);
  });

  it('follows a visibility, and each change at once', async () => {
    const months = [
      { month: '2026-11', count: 2 },
      { month: '2024-02', count: 1 },
    ];
    expect(await readMonths('?visibility=public')).toEqual(months);
    const someone = await registerAndLogin(worker);
    expect(await readMonths('', someone)).toEqual([]);
    const [id] = await add(someone, PUBLIC.slice(0, 1), 'public');
    expect(await readMonths('', someone)).toEqual([{ month: '2026-11', count: 1 }]);
    await call(worker, someone, 'PATCH', `/images/${String(id)}/visibility`, {
      visibility: 'private',
    });
    expect(await readMonths('?visibility=public', someone)).toEqual([]);
  });

  it('names months where the list begins with the same images', async () => {
    for (const { month, count } of await readMonths()) {
      const titles = await titlesOf({ from: month });
      expect(titles).toEqual(ALL.slice(-titles.length));
      expect(titles.slice(0, count).every((title) => title.startsWith(month))).toBe(true);
      expect(titles.filter((title) => title.startsWith(month))).toHaveLength(count);
    }
  });

  it.each(
    (['createdAt', 'datedAt'] as const).flatMap((field) =>
      (['public', 'private', null] as const).map((visibility) => [field, visibility] as const),
    ),
  )('by %s is sorted by an index alone (%s)', async (field, visibility) => {
    const { text, values } = selectMonths(field, visibility)({ userId: 1 });
    const explain = statement(`EXPLAIN QUERY PLAN ${text}`, ...values);
    const plan = await readRows<{ detail: string }>(worker.services.db, explain);
    const steps = plan.map(({ detail }) => detail).filter((step) => step.includes('images'));
    expect(steps.length).toBeGreaterThan(0);
    // SQLite calls no index with a generated column covering, but reads none of its rows.
    const used = field === 'datedAt' ? 'INDEX images_by_dated_at' : 'COVERING INDEX';
    for (const step of steps) expect(step).toContain(`SEARCH images USING ${used}`);
    expect(plan.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('by date taken has each image in the month of its camera’s clock, or of its upload', async () => {
    const someone = await registerAndLogin(worker);
    const createdAt = Date.parse('2026-11-27T08:00:00Z');
    const dates = ['1968-05-31T23:59:59Z', '2024-12-31T23:59:59Z', '2025-01-01T00:00:00Z'];
    const images = dates.map((title) => ({ title, createdAt, takenAt: Date.parse(title) }));
    await addImages(worker, someone.userId, [...images, { title: 'upload', createdAt }]);
    expect(await readMonths('?by=taken_at', someone)).toEqual(
      ['2026-11', '2025-01', '2024-12', '1968-05'].map((month) => ({ month, count: 1 })),
    );
    const query = { sort: '-taken_at', from: '2024-12' };
    const { images: listed } = (await listPage(worker, someone, query)).data;
    expect(listed.map(({ title }) => title)).toEqual([dates[1], dates[0]]);
  });

  it('of an unknown date is 3000', async () => {
    for (const query of ['?by=title', '?visibility=hidden']) {
      expect((await call(worker, person, 'GET', `/images/timeline${query}`)).code).toBe(3000);
    }
  });
});

describe('a list from a date', () => {
  it('begins with the newest image of the day or before it, upwards with its oldest', async () => {
    expect(await titlesOf({ from: '2024-02-29' })).toEqual(ALL.slice(3));
    expect(await titlesOf({ from: '2024-02-28' })).toEqual(ALL.slice(4));
    expect(await titlesOf({ from: '2025-01' })).toEqual(ALL.slice(3));
    expect(await titlesOf({ from: '2026-11', sort: 'created_at' })).toEqual(
      ALL.slice(0, 2).toReversed(),
    );
    expect(await titlesOf({ from: '9999-12' })).toEqual(ALL);
    expect(await titlesOf({ from: '0001-01' })).toEqual([]);
  });

  it('leads on by its cursors, through all that follow', async () => {
    const query = { from: '2026-10', limit: '1' };
    const first = await listPage(worker, person, query);
    const cursor = first.data.next_cursor;
    expect(await titlesOf({ cursor })).toEqual(ALL.slice(3));
  });

  it('is searched and filtered like the whole list', async () => {
    expect(await titlesOf({ from: '2026-10', visibility: 'public' })).toEqual(ALL.slice(3, 4));
    expect(await titlesOf({ from: '2026-10', search: '2024' })).toEqual(ALL.slice(3, 5));
  });

  it('is 3000 for what is no date, for other sorts, and beside a cursor', async () => {
    const { next_cursor: cursor } = (await listPage(worker, person, { limit: '1' })).data;
    for (const query of [
      { from: '2026' },
      { from: '2026-13' },
      { from: '2026-02-30' },
      { from: '26-02' },
      { from: '2026-11', sort: 'title' },
      { from: '2026-11', cursor },
    ]) {
      expect((await listPage(worker, person, query)).code).toBe(3000);
    }
  });
});
