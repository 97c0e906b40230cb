import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../../src/shared/bytes.ts';
import { FILES_PER_SCAN } from '../../../../../src/worker/domain/variants/scan-files.ts';
import { sourceKeyOf } from '../../../../../src/worker/domain/variants/source-key.ts';
import { call } from '../../../../support/api-call.ts';
import { WEBP } from '../../../../support/fixtures.ts';
import { seedPublishedImage, type SeededImage } from '../../../../support/images.ts';
import { countInto, type Tally } from '../../../../support/instrument.ts';
import { seedLegacyImage } from '../../../../support/legacy-images.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { restoreAs, trashAs } from '../../../../support/trash-api.ts';
import { createTestWorker } from '../../../../support/worker.ts';

interface Found {
  readonly id: number;
  readonly user_id: number;
  readonly matches: readonly string[];
}

interface Page {
  readonly items: readonly Found[];
  readonly trashed: readonly Found[];
  readonly next_cursor: string;
  readonly has_more: boolean;
  readonly progress: number;
}

/** Administrator, index and end of a page. */
const OVERHEAD_ROWS = 40;

const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({ intercept: countInto(tally) });

let admin: Person;
/** Of a file that no other test has. */
let source: string;

beforeEach(async () => {
  admin = await registerAdmin(worker);
  source = await sha256Hex(crypto.getRandomValues(new Uint8Array(32)));
});

const readPage = async (sha256: string, query: Record<string, string> = {}) => {
  const text = new URLSearchParams({ sha256, ...query }).toString();
  tally.rowsRead = 0;
  return call<Page>(worker, admin, 'GET', `/admin/images/by-hash?${text}`);
};

/** All pages. */
const search = async (sha256: string, limit = 20): Promise<Page[]> => {
  const pages: Page[] = [];
  for (let cursor = ''; ;) {
    const { data } = await readPage(sha256, { cursor, limit: String(limit) });
    expect(data.has_more).toBe(data.next_cursor !== '');
    pages.push(data);
    if (!data.has_more) return pages;
    cursor = data.next_cursor;
  }
};

const find = async (sha256: string, limit?: number): Promise<Map<number, readonly string[]>> => {
  const pages = await search(sha256, limit);
  return new Map(pages.flatMap(({ items }) => items).map(({ id, matches }) => [id, matches]));
};

/** As an upload with the hash of its file leaves it. */
const seed = async (owner: Person, file: Uint8Array<ArrayBuffer>, sha256?: string) => {
  const image = await seedPublishedImage(worker, { userId: owner.userId, file });
  if (sha256 !== undefined) await setSource(image, sha256);
  return image;
};

const setSource = async ({ imageFileId, userId }: SeededImage, sha256: string) =>
  worker.env.DB.prepare('UPDATE image_files SET source_key = unhex(?) WHERE id = ?')
    .bind(await sourceKeyOf(userId, sha256), imageFileId)
    .run();

/** Bytes that no other test has. */
const uniqueFile = (): Uint8Array<ArrayBuffer> => {
  const file = WEBP.lossy.slice();
  crypto.getRandomValues(file.subarray(file.length - 8));
  return file;
};

describe('images of a hash', () => {
  it('are those of all accounts that the file became', async () => {
    const people = [await registerAndLogin(worker), await registerAndLogin(worker)];
    const own: number[] = [];
    for (const person of people) own.push((await seed(person, uniqueFile(), source)).imageId);
    await seed(admin, uniqueFile(), 'cd'.repeat(32));
    await seed(admin, uniqueFile());
    const found = await find(source);
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(own);
    expect([...found.values()]).toEqual([['source'], ['source']]);
    expect(await find('ef'.repeat(32))).toEqual(new Map());
  });

  it('are those of which a variant has it, in packed form', async () => {
    const file = uniqueFile();
    const publish = uniqueFile();
    const { imageId } = await seedPublishedImage(worker, {
      userId: admin.userId,
      file,
      source: publish,
    });
    await seed(admin, uniqueFile());
    expect(await find(await sha256Hex(publish))).toEqual(new Map([[imageId, ['publish']]]));
    expect(await find(await sha256Hex(file))).toEqual(
      new Map([[imageId, ['master', 'gallery', 'admin']]]),
    );
  });

  it('are those of which a variant has it, in rows of the form before', async () => {
    const bytes = uniqueFile();
    const webp = { bytes: uniqueFile(), mimeType: 'image/webp' };
    const original = { bytes, mimeType: 'image/webp' };
    const { imageId } = await seedLegacyImage(worker, { userId: admin.userId, original, webp });
    expect(await find(await sha256Hex(bytes))).toEqual(new Map([[imageId, ['original']]]));
    expect(await find(await sha256Hex(webp.bytes))).toEqual(new Map([[imageId, ['webp']]]));
  });

  it('are said to be in the trash as long as they are', async () => {
    const file = uniqueFile();
    const { imageId, userId } = await seed(admin, file, source);
    await trashAs(worker, admin, imageId);
    const hash = await sha256Hex(file);
    for (const [sha256, matches] of [
      [source, ['source']],
      [hash, ['master', 'gallery', 'admin', 'publish']],
    ] as const) {
      const pages = await search(sha256);
      expect(pages.flatMap(({ items }) => items)).toEqual([]);
      const trashed = pages.flatMap((page) => page.trashed);
      expect(trashed).toMatchObject([{ id: imageId, user_id: userId, matches }]);
    }
    await restoreAs(worker, admin, [imageId]);
    expect([...(await find(source)).keys()]).toEqual([imageId]);
    expect((await search(hash)).flatMap(({ trashed }) => trashed)).toEqual([]);
  });

  it('are not found by a key that begins alike, or by hashes that two entries make together', async () => {
    const { imageId, imageFileId, userId } = await seed(admin, uniqueFile(), source);
    const key = await sourceKeyOf(userId + 1, source);
    await worker.env.DB.prepare('UPDATE image_files SET source_key = unhex(?) WHERE id = ?')
      .bind(key, imageFileId)
      .run();
    expect(await find(source)).toEqual(new Map());
    const packed = await worker.env.DB.prepare(
      'SELECT hex(substr(variants, 10, 32)) AS part FROM image_files WHERE id = ?',
    )
      .bind(imageFileId)
      .first<{ part: string }>();
    expect((await find(packed?.part.toLowerCase() ?? '')).has(imageId)).toBe(false);
  });

  it('come in pages, each image once, however small the pages are', async () => {
    const person = await registerAndLogin(worker);
    const file = uniqueFile();
    const ids: number[] = [];
    for (const owner of [admin, person, admin, person, admin]) {
      ids.push((await seed(owner, file, source)).imageId);
    }
    for (const sha256 of [source, await sha256Hex(file)]) {
      for (const limit of [1, 2, 5, 6]) {
        const items = (await search(sha256, limit)).flatMap((page) => page.items);
        expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
      }
    }
  });

  it('are asked for by a SHA-256 and a cursor of the search alone', async () => {
    for (const bad of ['', 'A'.repeat(64), 'a'.repeat(63), `${'a'.repeat(63)}g`]) {
      expect((await readPage(bad)).code).toBe(3000);
    }
    expect((await readPage(source, { cursor: 'nothing' })).code).toBe(3000);
    const person = await registerAndLogin(worker);
    const path = `/admin/images/by-hash?sha256=${source}`;
    expect((await call(worker, person, 'GET', path)).code).toBe(4030);
  });
});

describe('a search by hash', () => {
  it.each([0, 1])(
    'says a progress from 0 to 1 under a cursor forged to end at %s',
    async (newest) => {
      const file = uniqueFile();
      for (const owner of [admin, admin]) await seed(owner, file);
      const cursor = btoa(`1.${Number.MAX_SAFE_INTEGER}.${newest}.0`);
      const { data } = await readPage(await sha256Hex(file), { cursor, limit: '1' });
      expect(data.items).toHaveLength(1);
      expect(data.progress).toBe(0);
    },
  );

  it('reads no more rows of a file that one person has uploaded a thousand times', async () => {
    const [files, limit] = [1000, 50];
    await worker.env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO image_files (size, created_at, storage_path, source_key)
       SELECT 1, 1, 'images', unhex(?) FROM n`,
    )
      .bind(files, await sourceKeyOf(admin.userId, source))
      .run();
    let cursor = '';
    for (let read = 0; read < files; read += limit) {
      const { data } = await readPage(source, { cursor, limit: String(limit) });
      // The index and the table, and the ids of the page in two statements.
      expect(tally.rowsRead).toBeLessThanOrEqual(8 * limit + OVERHEAD_ROWS);
      cursor = data.next_cursor;
    }
    expect(cursor).not.toBe('');
  });

  it('reads a bounded number of rows in each request, and says how far it is', async () => {
    const file = uniqueFile();
    const old = await seed(admin, file);
    await worker.env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO image_files (size, created_at, storage_path, variants, source_key)
       SELECT 1, 1, 'images', randomblob(164), randomblob(16) FROM n`,
    )
      .bind(FILES_PER_SCAN)
      .run();
    const sha256 = await sha256Hex(file);
    let cursor = '';
    let progress = 0;
    const found: number[] = [];
    for (let request = 0; request === 0 || cursor !== ''; request += 1) {
      const { data } = await readPage(sha256, { cursor });
      const most = request === 0 ? 0 : FILES_PER_SCAN;
      expect(tally.rowsRead).toBeLessThanOrEqual(most + OVERHEAD_ROWS);
      expect(data.progress).toBeGreaterThanOrEqual(progress);
      ({ next_cursor: cursor, progress } = data);
      found.push(...data.items.map(({ id }) => id));
      expect(request).toBeLessThan(5);
    }
    expect(progress).toBe(1);
    expect(found).toEqual([old.imageId]);
  });
});
