import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { unstable_splitSqlQuery } from 'wrangler';
import { SMALL_LIBRARY_IMAGES } from '../../src/worker/domain/accounting/change-totals.ts';
import type { ListRequest } from '../../src/worker/domain/images/list-images.ts';
import { LIST_SORTS, orderOf, type ListSort } from '../../src/worker/http/api/images/list-sorts.ts';
import { libraryStatements } from '../support/library.ts';
import type { ListJob, ListOutcome } from './list-job.ts';
import { readChildrenMs } from './process-time.ts';
import { type BenchRow, median } from './report.ts';
import { startBenchWorker } from './start-worker.ts';

/** The first is a small library, which is walked; the images of the others are in the indexes. */
const SIZES = [1000, 30_000, 300_000, 1_000_000] as const;
const SMALLEST = SIZES[0];
const LARGEST = SIZES[3];
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const USER_ID = 1;
/** The database sorts the new part of the substring index in memory. */
const SEED_CHUNK = 25_000;

const LIMIT = 20;
const ROUNDS = 7;
/** Listings in one sample: a single one is below the clock's resolution. */
const TIMES = 40;
const TARGET_RATIO = 1.1;
/** One more row tells whether there is a next page, and each of four merged ranges may have read an unused one. */
const TARGET_ROWS = LIMIT + 5;

interface Page {
  readonly name: string;
  readonly request: ListRequest;
  /** Images before it, as a share of the library. */
  readonly depth: number;
}

const pages: readonly Page[] = LIST_SORTS.flatMap((sort) => [
  { name: `by ${sort}, first page`, request: requestOf(sort), depth: 0 },
  { name: `by ${sort}, deep page`, request: requestOf(sort), depth: 0.5 },
]);

/** Terms with as many matches at each size: one image, a word of some, a part of every name, one character. */
const searches: readonly Page[] = ['img_0000777.jpg', 'img_00007', 'jpg', '7'].map((term) => ({
  name: `search for “${term}”`,
  request: requestOf('-created_at', term),
  depth: 0,
}));

type Samples = ReadonlyMap<number, readonly number[]>;

interface PageFigures {
  readonly page: Page;
  readonly samples: Samples;
  /** By size. */
  readonly rowsRead: ReadonlyMap<number, number>;
}

/**
 * Lists of 20 images in libraries of 1,000 to 1,000,000 images, on the local runtime: processor time, which other load
 * does not affect, and rows read.
 */
export async function run(): Promise<BenchRow[]> {
  const worker = await startBenchWorker(
    join(import.meta.dirname, 'list-worker.ts'),
    SIZES.map(bindingOf),
  );
  try {
    const url = await worker.ready;
    for (const size of SIZES) await seed(worker, size);
    const lists: PageFigures[] = [];
    for (const page of pages) lists.push(await benchPage(url, page));
    const found: PageFigures[] = [];
    for (const page of searches) found.push(await benchPage(url, page));
    return [
      ...SIZES.slice(1, -1).map((size) => pool(lists, size)),
      ...lists.map(({ page, samples, rowsRead }) =>
        toRow(page.name, LARGEST, samples, rowsRead.get(LARGEST) ?? 0),
      ),
      await benchAfterUpload(worker, url),
      ...found.map(toSearchRow),
    ];
  } finally {
    await worker.dispose();
  }
}

function bindingOf(size: number): string {
  return `DB_${size}`;
}

/** A migrated database with a library. Its indexes and triggers are dropped first, created at the end, and made up for. */
async function seed(runtime: Miniflare, size: number): Promise<void> {
  const database = await runtime.getD1Database(bindingOf(size));
  const run = async (sql: string): Promise<void> => {
    await database.prepare(sql).run();
  };
  for (const name of (await readdir(MIGRATIONS)).toSorted()) {
    const sql = await readFile(join(MIGRATIONS, name), 'utf8');
    await database.batch(unstable_splitSqlQuery(sql).map((query) => database.prepare(query)));
  }
  await run(`INSERT INTO users (id, username, email, password_hash, storage_quota, created_at, updated_at)
    VALUES (${USER_ID}, 'bench', 'bench@tintype.test', '', 1, 0, 0)`);
  const { results: derived } = await database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND tbl_name = 'images'
       AND sql IS NOT NULL`,
    )
    .all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of derived) await run(`DROP ${type} ${name}`);
  for (let from = 1; from <= size; from += SEED_CHUNK) {
    const count = Math.min(SEED_CHUNK, size - from + 1);
    for (const { text } of libraryStatements({ userId: USER_ID, count, from })) await run(text);
    if (size <= SMALL_LIBRARY_IMAGES) continue;
    const chunk = `BETWEEN ${from} AND ${from + count - 1}`;
    await run(`UPDATE images SET is_large = 1 WHERE id ${chunk}`);
    await run(`INSERT OR IGNORE INTO image_suffixes (user_id, suffix, image_id)
      SELECT user_id, suffix, image_id FROM image_positions WHERE image_id ${chunk} ORDER BY 1, 2, 3`);
  }
  for (const { sql } of derived) await run(sql);
}

async function benchPage(url: URL, page: Page): Promise<PageFigures> {
  const outcomes = new Map<number, ListOutcome>();
  for (const size of SIZES) outcomes.set(size, await measurePage(url, size, page));
  const cursors = new Map([...outcomes].map(([size, { cursor }]) => [size, cursor]));
  const rowsRead = new Map([...outcomes].map(([size, outcome]) => [size, outcome.rowsRead]));
  return { page, samples: await timePage(url, page, cursors), rowsRead };
}

/** Every list at one size in one row, with the maximum of rows read. */
function pool(lists: readonly PageFigures[], size: number): BenchRow {
  const samples = new Map(
    [SMALLEST, size].map((each) => [each, lists.flatMap((list) => list.samples.get(each) ?? [])]),
  );
  const rowsRead = Math.max(...lists.map((list) => list.rowsRead.get(size) ?? 0));
  return toRow('by every sort, first and deep page', size, samples, rowsRead);
}

function toRow(name: string, size: number, samples: Samples, rowsRead: number): BenchRow {
  const ours = samples.get(size) ?? [];
  const baseline = samples.get(SMALLEST) ?? [];
  const ratio = median(ours) / median(baseline);
  return {
    name: `list ${name}, ${size.toLocaleString('en')} images to ${SMALLEST.toLocaleString('en')}, ${rowsRead} rows read`,
    unit: 'ms',
    ours,
    baseline,
    ratio,
    target: `≤ ${TARGET_RATIO} ×, ≤ ${TARGET_ROWS} rows`,
    pass: ratio <= TARGET_RATIO && rowsRead <= TARGET_ROWS,
  };
}

/** The first page after an upload, which appears in it. */
async function benchAfterUpload(runtime: Miniflare, url: URL): Promise<BenchRow> {
  let uploads = 0;
  const page: Page = {
    name: 'by -created_at, right after an upload',
    request: requestOf('-created_at'),
    depth: 0,
  };
  const upload = async (size: number): Promise<void> => {
    uploads += 1;
    const database = await runtime.getD1Database(bindingOf(size));
    const from = LARGEST + uploads;
    for (const { text } of libraryStatements({ userId: USER_ID, count: 1, from })) {
      await database.prepare(text).run();
    }
  };
  const samples = await timePage(url, page, new Map(), upload);
  await upload(LARGEST);
  const { rowsRead } = await measurePage(url, LARGEST, page);
  return toRow(page.name, LARGEST, samples, rowsRead);
}

/** The rows of a search depend on its term: they are reported, and only its time has a target. */
function toSearchRow({ page, samples, rowsRead }: PageFigures): BenchRow {
  const row = toRow(page.name, LARGEST, samples, rowsRead.get(LARGEST) ?? 0);
  return { ...row, target: `≤ ${TARGET_RATIO} ×`, pass: row.ratio <= TARGET_RATIO };
}

async function measurePage(url: URL, size: number, page: Page): Promise<ListOutcome> {
  const job: ListJob = { database: bindingOf(size), userId: USER_ID, request: page.request };
  const response = await post(url, { ...job, depth: Math.floor(page.depth * size) });
  return (await response.json()) as ListOutcome;
}

/** Milliseconds of processor time of one listing, in each of several rounds, the sizes in turn. */
async function timePage(
  url: URL,
  page: Page,
  cursors: ReadonlyMap<number, string>,
  before: (size: number) => Promise<void> = async () => undefined,
): Promise<ReadonlyMap<number, number[]>> {
  const samples = new Map<number, number[]>(SIZES.map((size) => [size, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const size of SIZES) {
      const request = { ...page.request, cursor: cursors.get(size) ?? '' };
      await before(size);
      const start = await readChildrenMs();
      await (
        await post(url, { database: bindingOf(size), userId: USER_ID, request, times: TIMES })
      ).arrayBuffer();
      const ms = ((await readChildrenMs()) - start) / TIMES;
      // The first round fills the page caches.
      if (round >= 0) samples.get(size)?.push(ms);
    }
  }
  return samples;
}

function requestOf(sort: ListSort, search = ''): ListRequest {
  return {
    cursor: '',
    from: '',
    limit: LIMIT,
    order: orderOf(sort),
    visibility: null,
    search,
  };
}

async function post(url: URL, body: unknown): Promise<Response> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Not listed: ${await response.text()}`);
  return response;
}
