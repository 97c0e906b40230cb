import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_SORTS } from '../../../../src/worker/http/api/images/list-sorts.ts';
import { libraryStatements, nextImageId } from '../../../support/library.ts';
import { addImages, listAll, listPage } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { loseMessages, prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { runBatch, statement } from '../../../support/sql.ts';

const worker = createTestWorker({ intercept: loseMessages() });

const TEXTS = [
  { title: 'Sunset', filename: 'IMG_0001.jpg', description: 'Over the ÉTANG de Berre' },
  { title: 'Закат у моря', filename: 'DSC-17.JPG' },
  { title: '海辺の夕日', filename: '夕日.png' },
  { title: 'غروب الشمس', filename: 'IMG_0002.jpg' },
  { title: 'ΟΔΟΣ', filename: 'Straße.webp' },
  {
    title: '100% wool_',
    filename: 'it\'s "fine"; -- ok.gif',
    description: 'back\\slash and *star*',
  },
  { title: 'e\u0301te\u0301 ﬁn', filename: 'x.jpg', description: '🦊 in the snow' },
  { title: 'banana\u{10FFFF}', filename: 'ａｂｃ.jpg' },
] as const;

const TAKEN = [
  { title: 'a', camera: 'Canon EOS R5\u001FRF85mm F1.2 L USM', takenAt: Date.UTC(2024, 6, 14, 23) },
  { title: 'b', camera: 'RICOH GR III', takenAt: Date.UTC(2024, 6, 15) },
  { title: 'c', camera: '\u001FGR 18.3mm', takenAt: Date.UTC(2023, 11, 31) },
  { title: 'canon in D', takenAt: Date.UTC(1968, 4, 1) },
  { title: 'plain, of 2024 only by its upload', createdAt: Date.UTC(2024, 6, 14) },
] as const;

const BY_FACTS: readonly (readonly [string, readonly number[]])[] = [
  ['CANON', [0, 3]],
  ['rf85', [0]],
  ['r5', [0]],
  ['gr ', [1, 2]],
  ['2024-07-14', [0]],
  ['2024-07', [0, 1]],
  ['2024', [0, 1, 4]],
  ['1968', [3]],
  ['2024-02-30', []],
  ['2024-07-1', []],
  ['nikon', []],
];

describe.each([0, 5200])('search beside %i other images', (others) => {
  let person: Person;
  let ids: number[];

  beforeAll(async () => {
    person = await registerAndLogin(worker);
    const { db } = worker.services;
    const from = await nextImageId(db);
    if (others > 0) {
      const library = { userId: person.userId, count: others, from, prefix: 'T' };
      await runBatch(db, libraryStatements(library));
    }
    ids = await addImages(worker, person.userId, TAKEN);
  }, 60_000);

  it.each(BY_FACTS)('finds camera, lens and date by %j', async (search, expected) => {
    for (const sort of ['taken_at', '-created_at']) {
      const found = await listAll(worker, person, { sort, search, limit: '100' });
      const own = found.map(({ id }) => ids.indexOf(id)).filter((index) => index >= 0);
      expect(own.toSorted((a, b) => a - b)).toEqual(expected);
    }
  });
});

describe('search', () => {
  let person: Person;
  let ids: number[];

  const search = async (term: string, query: Record<string, string> = {}): Promise<number[]> => {
    const found = await listAll(worker, person, { sort: 'created_at', search: term, ...query });
    return found.map(({ id }) => ids.indexOf(id));
  };

  beforeAll(async () => {
    person = await registerAndLogin(worker);
    const other = await registerAndLogin(worker);
    ids = await addImages(worker, person.userId, TEXTS);
    await addImages(worker, other.userId, TEXTS);
  });

  it.each([
    ['a title', 'sunset', [0]],
    ['a filename', 'img_000', [0, 3]],
    ['a description', 'berre', [0]],
    ['any case', 'DSC-17.jpg', [1]],
    ['Latin letters with accents in any case', 'étang', [0]],
    ['decomposed letters', 'É'.normalize('NFD'), [0, 6]],
    ['ligatures by their letters', 'FIN', [5, 6]],
    ['Cyrillic in any case', 'ЗАКАТ', [1]],
    ['Japanese', '夕日', [2]],
    ['Arabic', 'الشمس', [3]],
    ['Greek with either sigma', 'οδος', [4]],
    ['a part of a Greek word', 'ΔΟΣ', [4]],
    ['ß by ss', 'STRASSE', [4]],
    ['full-width letters', 'abc', [7]],
    ['what stands before the last code point', 'nana', [7]],
    ['an emoji', '🦊', [6]],
    ['one character', '海', [2]],
    ['one rare letter', 'у', [1]],
    ['two characters', 'ou', []],
    ['two characters that repeat in a text', 'an', [0, 5, 7]],
    ['a per cent sign', '%', [5]],
    ['an underscore', 'l_', [5]],
    ['quotes', 'it\'s "fine"', [5]],
    ['a semicolon and a comment sign', '; --', [5]],
    ['a backslash', '\\', [5]],
    ['an asterisk', '*star*', [5]],
    ['a space', ' ', [0, 1, 3, 5, 6]],
    ['more than 12 characters', 'over the étang de', [0]],
    ['nothing across two texts', 'sunsetimg', []],
    ['nothing across two texts, with a separator', 'sunset\u001Fimg', []],
    ['nothing that looks like a pattern', 'b%a', []],
  ])('finds by %s', async (_, term, wanted) => {
    expect(await search(term)).toEqual(wanted);
  });

  it('respects the requested visibility and sort', async () => {
    const owner = await registerAndLogin(worker);
    const made = await addImages(
      worker,
      owner.userId,
      Array.from({ length: 30 }, (_, index) => ({
        title: `heron ${'cab'[index % 3]}`,
        visibility: (['public', 'private'] as const)[index % 2] ?? 'public',
        viewCount: index % 3,
        fileSize: 1 + (index % 4),
        createdAt: 1_700_000_000_000 + (index % 5),
      })),
    );
    expect(made).toHaveLength(30);
    for (const sort of LIST_SORTS) {
      for (const visibility of ['', 'public', 'private']) {
        const listed = await listAll(worker, owner, { sort, visibility, limit: '100' });
        const found = await listAll(worker, owner, {
          sort,
          visibility,
          search: 'HERON',
          limit: '4',
        });
        expect(found).toEqual(listed);
      }
    }
  });

  it('finds an image as soon as its upload is complete', async () => {
    const owner = await registerAndLogin(worker);
    const client = uploadClient(worker, owner);
    const uploadId = await uploadAll(client, await prepareUpload({ filename: 'Île d’Yeu.JPG' }));
    await client.complete(uploadId);
    const { data } = await listPage(worker, owner, { search: 'ÎLE D’' });
    expect(data.images.map(({ title }) => title)).toEqual(['Île d’Yeu']);
  });

  it('accepts a cursor whatever the case of the term', async () => {
    const { data } = await listPage(worker, person, { search: 'E', limit: '1' });
    const next = await listPage(worker, person, {
      search: 'e',
      limit: '1',
      cursor: data.next_cursor,
    });
    expect(next.status).toBe(200);
  });
});

describe('search for a term with many matches', () => {
  const COUNT = 12_000;
  let person: Person;

  beforeAll(async () => {
    person = await registerAndLogin(worker);
    const { userId } = person;
    const from = await nextImageId(worker.services.db);
    await runBatch(worker.services.db, [
      ...libraryStatements({ userId, count: COUNT, from }),
      statement(
        `UPDATE images SET search_text = iif(id < ?, 'around', 'beyond') || printf(' the heron %05d', id - ?)
         WHERE user_id = ?`,
        from + COUNT - 2,
        from,
        userId,
      ),
    ]);
  });

  it('reads the list page by page and finds each match once', async () => {
    const numbers = Array.from({ length: COUNT }, (_, index) => String(index).padStart(5, '0'));
    for (const term of ['heron', '11']) {
      const found = await listAll(worker, person, {
        search: term,
        limit: '100',
        sort: '-view_count',
      });
      const wanted = numbers.filter((number) => `heron${number}`.includes(term));
      expect(found).toHaveLength(wanted.length);
      expect(new Set(found.map(({ id }) => id)).size).toBe(wanted.length);
    }
  });

  it('reports a next page when a page has read its limit of rows', async () => {
    // Its last 12 characters occur in every image, the whole term in the last two.
    const search = 'beyond the heron';
    const pages: number[] = [];
    for (let cursor = '', goesOn = true; goesOn;) {
      const { data } = await listPage(worker, person, { search, sort: 'created_at', cursor });
      pages.push(data.images.length);
      ({ next_cursor: cursor, has_more: goesOn } = data);
      expect(cursor !== '').toBe(goesOn);
    }
    expect(pages).toEqual([0, 0, 2]);
  });
});
