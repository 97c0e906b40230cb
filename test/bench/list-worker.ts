import { Database } from '../../src/worker/db/database.ts';
import { images } from '../../src/worker/db/schema/images.ts';
import { sealCursor } from '../../src/worker/domain/images/list-cursor.ts';
import { listImages } from '../../src/worker/domain/images/list-images.ts';
import { nameOrder } from '../../src/worker/domain/images/list-order.ts';
import { KeyRing } from '../../src/worker/lib/key-ring.ts';
import { countInto, instrumentEnv, type Tally } from '../support/instrument.ts';
import type { ListJob, ListOutcome } from './list-job.ts';
import { readRows, statement } from '../support/sql.ts';

const keys = KeyRing.parse(`bench:${'A'.repeat(43)}`);

/** The cursor of the previous page, computed without reading it; for lists, not for searches. */
const cursorAt = async (
  db: Database,
  { userId, request }: ListJob,
  depth: number,
): Promise<string> => {
  const { field, isDescending } = request.order;
  const column = images[field].name;
  const direction = isDescending ? 'DESC' : 'ASC';
  const [position] = await readRows<{ value: string | number; id: number }>(
    db,
    statement(
      `SELECT ${column} AS value, id FROM images ORDER BY ${column} ${direction}, id ${direction}
       LIMIT 1 OFFSET ${depth - 1}`,
    ),
  );
  if (position === undefined) throw new Error(`no image at depth ${depth}`);
  return sealCursor(keys, [userId, nameOrder(request.order), request.visibility, ''], position);
};

/** Lists one page, `depth` images into the list, and counts the rows that it read. */
const measure = async (
  bindings: { readonly DB: D1Database },
  job: ListJob,
  depth: number,
): Promise<ListOutcome> => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const { DB } = instrumentEnv(bindings, countInto(tally));
  const db = new Database(DB.withSession('first-primary'), 'user');
  const cursor = depth === 0 ? '' : await cursorAt(new Database(bindings.DB, 'user'), job, depth);
  const page = await listImages({ db, keys }, job, { ...job.request, cursor });
  return { images: page.images.length, hasMore: page.hasMore, rowsRead: tally.rowsRead, cursor };
};

/** Measures one page at `depth`, or repeats its listing `times` times without a result. */
export default {
  async fetch(request: Request, env: Record<string, D1Database>): Promise<Response> {
    const { depth, times, ...job } = await request.json<
      ListJob & { depth?: number; times?: number }
    >();
    const DB = env[job.database];
    if (DB === undefined) throw new Error(`no database ${job.database}`);
    if (depth !== undefined) return Response.json(await measure({ DB }, job, depth));
    const db = new Database(DB.withSession('first-primary'), 'user');
    for (let time = 0; time < (times ?? 1); time += 1) {
      await listImages({ db, keys }, job, job.request);
    }
    return new Response(null, { status: 204 });
  },
};
