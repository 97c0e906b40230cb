import { eq, lt, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { query } from '../../db/query.ts';
import { images, viewFlushes } from '../../db/schema/images.ts';
import { prepareWrite, type Params } from '../../db/statement.ts';
import { prepareViewsChange } from '../accounting/change-views.ts';
import type { Services } from '../services.ts';
import { processRows } from '../sweep-rows.ts';

const REPEATED = 'flush_repeated';
const TRIED = 'flush_tried';
/** More consecutive images than this that reject their views mean an outage. */
const MAX_REFUSED_IN_A_ROW = 64;
/** D1 advises thousands of rows a statement, not hundreds of thousands. */
const STATEMENT_MAX_IMAGES = 5000;

type ViewEntries = readonly (readonly [imageId: number, views: number])[];

export interface ViewFlush {
  readonly shard: string;
  /** Increases with each flush of its shard. */
  readonly number: number;
  /** Keyed by image id. */
  readonly views: ReadonlyMap<number, number>;
}

/** One transaction of at most 20,000 images. A repeated flush number changes nothing. Skips deleted images. */
export async function flushViews(
  { db }: Pick<Services, 'db'>,
  { shard, number, views }: ViewFlush,
): Promise<void> {
  if (views.size === 0) return;
  const counts = divideCounts([...views]);
  try {
    await db.batch({
      flush: recordFlush({ shard, number }),
      guarded: guard(REPEATED),
      site: counts.map((part) => addToSite({ counts: part })),
      images: counts.map((part) => addToImages({ counts: part })),
    });
  } catch (error) {
    if (!(error instanceof GuardError && error.reason === REPEATED)) throw error;
  }
}

/** Image ids, by trial transactions that are rolled back. None in an outage, or if the flush arrives meanwhile. */
export async function findRefusedViews(
  services: Pick<Services, 'db'>,
  flush: ViewFlush,
): Promise<number[]> {
  const seen = new Set([await tryViews(services, flush, [])]);
  if (!seen.has('taken')) return [];
  const { failed } = await processRows(
    [[...flush.views]],
    async (entries) => {
      if (seen.has('arrived')) return 0;
      const trial = await tryViews(services, flush, entries);
      seen.add(trial);
      if (trial === 'refused') throw new Error('views are refused');
      return entries.length;
    },
    MAX_REFUSED_IN_A_ROW,
  );
  if (seen.has('arrived') || failed.length === 0) return [];
  // Failed trials do not show whether the flush arrived between them.
  const isOpen = (await tryViews(services, flush, [])) === 'taken';
  return isOpen ? failed.map(({ row: [imageId] }) => imageId) : [];
}

async function tryViews(
  { db }: Pick<Services, 'db'>,
  { shard, number }: ViewFlush,
  entries: ViewEntries,
): Promise<'taken' | 'refused' | 'arrived'> {
  try {
    await db.batch({
      flush: recordFlush({ shard, number }),
      guarded: guard(REPEATED),
      images: divideCounts(entries).map((counts) => addToImages({ counts })),
      undone: guard(TRIED, NEVER),
    });
  } catch (error) {
    if (!(error instanceof GuardError)) return 'refused';
    if (error.reason === REPEATED) return 'arrived';
    if (error.reason === TRIED) return 'taken';
  }
  return 'refused';
}

const NEVER = -1;

/** As JSON, one text a statement. */
function divideCounts(entries: ViewEntries): string[] {
  const statements = Math.ceil(entries.length / STATEMENT_MAX_IMAGES);
  return Array.from({ length: statements }, (_, part) =>
    JSON.stringify(entries.slice(part * STATEMENT_MAX_IMAGES, (part + 1) * STATEMENT_MAX_IMAGES)),
  );
}

const recordFlush = prepareWrite((p: Params<{ shard: string; number: number }>) =>
  query
    .insert(viewFlushes)
    .values({ shard: p.shard, flushNumber: p.number })
    .onConflictDoUpdate({
      target: viewFlushes.shard,
      set: { flushNumber: p.number },
      setWhere: lt(viewFlushes.flushNumber, p.number),
    }),
);

const addToSite = prepareViewsChange((p: Params<{ counts: string }>) => {
  const entries = readCounts(p.counts);
  return query
    .select({ views: sql`coalesce(sum(${entries.views}), 0)` })
    .from(entries)
    .innerJoin(images, eq(images.id, entries.imageId));
});

const addToImages = prepareWrite((p: Params<{ counts: string }>) => {
  const entries = readCounts(p.counts);
  return query
    .update(images)
    .set({ viewCount: sql`${images.viewCount} + ${entries.views}` })
    .from(entries)
    .where(eq(images.id, entries.imageId));
});

function readCounts(counts: Params<{ counts: string }>['counts']) {
  return query
    .select({
      imageId: sql<number>`json_extract(value, '$[0]')`.as('image_id'),
      views: sql<number>`json_extract(value, '$[1]')`.as('views'),
    })
    .from(sql`json_each(${counts})`)
    .as('entries');
}
