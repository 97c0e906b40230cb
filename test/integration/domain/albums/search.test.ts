import { beforeEach, describe, expect, it } from 'vitest';
import { ALBUMS_MAX, SEARCH_MAX_CODE_POINTS } from '../../../../src/shared/entry-rules.ts';
import { callAlbums, createAlbumAs, type ApiAlbum } from '../../../support/albums-api.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';

interface Page {
  readonly albums: readonly ApiAlbum[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** Session and page. */
const OVERHEAD_ROWS = 20;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });

let owner: Person;

beforeEach(async () => {
  owner = await registerAndLogin(worker);
});

const readPage = (search: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ search, ...more }).toString();
  return callAlbums<Page>(worker, owner, 'GET', `?${query}`);
};

/** All pages. */
const find = async (search: string, limit = 20): Promise<string[]> => {
  const titles: string[] = [];
  for (let cursor = ''; ;) {
    const { data } = await readPage(search, { cursor, limit: String(limit) });
    titles.push(...data.albums.map(({ title }) => title));
    expect(data.has_more).toBe(data.next_cursor !== '');
    if (!data.has_more) return titles;
    cursor = data.next_cursor;
  }
};

const make = async (...titles: string[]): Promise<ApiAlbum[]> => {
  const albums: ApiAlbum[] = [];
  for (const title of titles) albums.push(await createAlbumAs(worker, owner, { title }));
  return albums;
};

describe('a search of albums', () => {
  it('finds a part of the title in any case, as that of images does', async () => {
    await make('Summer in ITALY', 'Äpfel', 'Straße', 'ΟΔΟΣ', 'ﬁgures', '夏のアルバム');
    for (const [search, title] of [
      ['italy', 'Summer in ITALY'],
      ['R IN', 'Summer in ITALY'],
      ['ÄPF', 'Äpfel'],
      ['STRASSE', 'Straße'],
      ['οδος', 'ΟΔΟΣ'],
      ['FIG', 'ﬁgures'],
      ['アルバム', '夏のアルバム'],
    ] as const) {
      expect(await find(search)).toEqual([title]);
    }
    expect(await find('apfel')).toEqual([]);
  });

  it('takes no character for a wildcard', async () => {
    await make('100% of it', '100 of it', 'a_b', 'axb');
    expect(await find('100%')).toEqual(['100% of it']);
    expect(await find('a_b')).toEqual(['a_b']);
    expect(await find('*')).toEqual([]);
  });

  it('lists all albums for an empty term, and its matches in pages, the newest first', async () => {
    await make('One 1', 'Two', 'One 2', 'Three', 'One 3');
    expect(await find('', 2)).toEqual(['One 3', 'Three', 'One 2', 'Two', 'One 1']);
    for (const limit of [1, 2, 3, 4]) {
      expect(await find('one', limit)).toEqual(['One 3', 'One 2', 'One 1']);
    }
  });

  it('follows a new title, and no other change', async () => {
    const [album] = await make('Häfen');
    const change = (json: unknown) => callAlbums(worker, owner, 'PATCH', `/${album?.id}`, json);
    await change({ description: 'Boote' });
    expect(await find('HÄFEN')).toEqual(['Häfen']);
    expect(await find('boote')).toEqual([]);
    await change({ title: 'Boats' });
    expect([await find('boats'), await find('häfen')]).toEqual([['Boats'], []]);
    await change({ title: 'Höfe' });
    expect([await find('HÖFE'), await find('boats')]).toEqual([['Höfe'], []]);
  });

  it('finds no albums of others', async () => {
    const other = await registerAndLogin(worker);
    await createAlbumAs(worker, other, { title: 'Harbours' });
    expect(await find('harbours')).toEqual([]);
  });

  it('refuses a term that is too long', async () => {
    const longest = 'é'.repeat(SEARCH_MAX_CODE_POINTS);
    expect((await readPage(longest)).code).toBe(0);
    expect((await readPage(`${longest}é`)).code).toBe(3000);
  });

  it('reads each of the 10,000 albums that one may have at most once, in one round trip', async () => {
    await make('Äpfel');
    await worker.env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO albums (user_id, title, visibility, image_order, request_key, created_at, updated_at)
       SELECT ?, 'Journey ' || i, 'private', 'newest', 'key' || i, 0, 0 FROM n`,
    )
      .bind(ALBUMS_MAX - 1, owner.userId)
      .run();
    Object.assign(tally, { calls: {}, rowsRead: 0 });
    expect(await find('äpf')).toEqual(['Äpfel']);
    // A row of the index leads to one of the table.
    expect(tally.rowsRead).toBeLessThanOrEqual(2 * ALBUMS_MAX + OVERHEAD_ROWS);
    Object.assign(tally, { calls: {}, rowsRead: 0 });
    expect((await readPage('journey', { limit: '5' })).data.albums).toHaveLength(5);
    expect(tally.rowsRead).toBeLessThanOrEqual(OVERHEAD_ROWS);
  });
});
