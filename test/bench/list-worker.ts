import { Database, statement } from '../../src/db/database.ts';
import { sealCursor } from '../../src/domain/images/list-cursor.ts';
import { listImages, type ListRequest } from '../../src/domain/images/list-images.ts';
import { orderOf } from '../../src/domain/images/list-order.ts';
import type { Env } from '../../src/deps.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { countInto, instrumentEnv, type Tally } from '../support/instrument.ts';

const keys = KeyRing.parse(`bench:${'A'.repeat(43)}`);

export interface ListJob {
  /** Name of the binding. */
  readonly database: string;
  readonly userId: number;
  /** Its cursor may stay empty for a page at a depth. */
  readonly request: ListRequest;
}

export interface ListOutcome {
  readonly images: number;
  readonly hasMore: boolean;
  readonly rowsRead: number;
  readonly cursor: string;
}

/** The cursor that the page before would have given, without the pages before; for lists, not for searches. */
const cursorAt = async (
  db: Database,
  { userId, request }: ListJob,
  depth: number,
): Promise<string> => {
  const { column, direction } = orderOf(request.sort);
  const [position] = await db.all<{ value: string | number; id: number }>(
    statement(
      `SELECT ${column} AS value, id FROM images ORDER BY ${column} ${direction}, id ${direction}
       LIMIT 1 OFFSET ${depth - 1}`,
    ),
  );
  if (position === undefined) throw new Error(`no image at depth ${depth}`);
  return sealCursor(keys, [userId, request.sort, request.visibility, ''], position);
};

/** Lists one page, `depth` images into the list, and counts the rows that it read. */
const measure = async (binding: Env, job: ListJob, depth: number): Promise<ListOutcome> => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const { DB } = instrumentEnv(binding, countInto(tally));
  const db = new Database(DB.withSession('first-primary'));
  const cursor = depth === 0 ? '' : await cursorAt(new Database(binding.DB), job, depth);
  const { images, hasMore } = await listImages({ db, keys }, job, { ...job.request, cursor });
  return { images: images.length, hasMore, rowsRead: tally.rowsRead, cursor };
};

/** With `depth`, measures one page; with `times`, lists it that often and says no more. */
export default {
  async fetch(request: Request, env: Record<string, D1Database>): Promise<Response> {
    const { depth, times, ...job } = await request.json<
      ListJob & { depth?: number; times?: number }
    >();
    const binding = { DB: env[job.database] } as unknown as Env;
    if (depth !== undefined) return Response.json(await measure(binding, job, depth));
    const db = new Database(binding.DB.withSession('first-primary'));
    for (let time = 0; time < (times ?? 1); time += 1) {
      await listImages({ db, keys }, job, job.request);
    }
    return new Response(null, { status: 204 });
  },
};
