import { beforeEach, describe, expect, it } from 'vitest';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import {
  KINDS,
  loseMessages,
  prepareUpload,
  uploadAll,
  uploadClient,
  type Answer,
  type UploadClient,
} from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

let tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
const worker = createTestWorker({
  vars: { UPLOAD_ACTIVE_SESSIONS_PER_USER: '1000', UPLOAD_SESSIONS_PER_MINUTE: '1000' },
  intercept: loseMessages((call, proceed) => countInto(tally)(call, proceed)),
});
let client: UploadClient;

beforeEach(async () => {
  client = uploadClient(worker, await registerAndLogin(worker));
  // Other sessions and images of the user must not make a request read more rows.
  for (let i = 0; i < 20; i += 1) await client.create((await prepareUpload()).manifest);
});

interface Cost {
  readonly d1: number;
  readonly objects: number;
  readonly r2: number;
  readonly kv: number;
  readonly queue: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

const costOf = async (request: () => Promise<Answer>, status = 200): Promise<Cost> => {
  await worker.settle();
  tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  expect((await request()).status).toBe(status);
  const { rowsRead, rowsWritten } = tally;
  return {
    d1: callsAt(tally, 'DB'),
    objects: callsAt(tally, 'USER_SESSIONS') + callsAt(tally, 'RATE_LIMITER'),
    r2: callsAt(tally, 'BUCKET'),
    kv: callsAt(tally, 'CACHE'),
    queue: callsAt(tally, 'PUBLISH_QUEUE'),
    rowsRead,
    rowsWritten,
  };
};

/** An open session. The parts of one are read up to the next key: the last of all would read a row fewer. */
const moveBehindAll = async (): Promise<void> => {
  const last = "SET upload_id = '~' WHERE upload_id = (SELECT max(upload_id) FROM upload_sessions)";
  await runBatch(worker.services.db, [
    statement('PRAGMA defer_foreign_keys = ON'),
    statement(`UPDATE upload_parts ${last}`),
    statement(`UPDATE upload_sessions ${last}`),
  ]);
};

/** Lists every figure over its limit. */
const overBudget = (cost: Cost, limits: Cost): string[] =>
  (Object.keys(limits) as (keyof Cost)[])
    .filter((name) => cost[name] > limits[name])
    .map((name) => `${name}: ${cost[name]}, at most ${limits[name]}`);

describe('the budget of', () => {
  it('opening a session: 2 D1 round trips, 2 object calls', async () => {
    const { manifest } = await prepareUpload();
    const key = crypto.randomUUID();
    const budget = { d1: 2, objects: 2, r2: 0, kv: 0, queue: 0, rowsRead: 60, rowsWritten: 16 };
    expect(overBudget(await costOf(() => client.create(manifest, key), 201), budget)).toEqual([]);
    expect(
      overBudget(await costOf(() => client.create(manifest, key)), {
        ...budget,
        d1: 1,
        objects: 1,
        rowsRead: 20,
        rowsWritten: 0,
      }),
    ).toEqual([]);
  });

  it('opening a session: no row of the closed sessions of its user', async () => {
    const { manifest } = await prepareUpload();
    const open = async (): Promise<number> => {
      let uploadId = '';
      const { rowsRead } = await costOf(async () => {
        const answer = await client.create(manifest);
        uploadId = String(answer.data.upload_id);
        return answer;
      }, 201);
      expect((await client.cancel(uploadId)).status).toBe(200);
      return rowsRead;
    };
    await moveBehindAll();
    const first = await open();
    for (let closed = 0; closed < 20; closed += 1) await open();
    expect(await open()).toBe(first);
  });

  it('a part: 2 D1 round trips, 2 object calls, 1 put', async () => {
    const upload = await prepareUpload({ bytes: 500_000 });
    const { data } = await client.create(upload.manifest);
    const put = () => client.put(data.upload_id, 'master', upload.bodies.master);
    const budget = { d1: 2, objects: 2, r2: 1, kv: 0, queue: 0, rowsRead: 40, rowsWritten: 1 };
    expect(overBudget(await costOf(put), budget)).toEqual([]);
    expect(overBudget(await costOf(put), { ...budget, d1: 1, r2: 0, rowsWritten: 0 })).toEqual([]);
  });

  it('completing: 2 D1 round trips, 1 object call, 1 message', async () => {
    const uploadId = await uploadAll(client, await prepareUpload());
    const budget = { d1: 2, objects: 1, r2: 0, kv: 0, queue: 1, rowsRead: 130, rowsWritten: 60 };
    expect(overBudget(await costOf(() => client.complete(uploadId)), budget)).toEqual([]);
  });

  it('cancelling: 1 D1 round trip, 1 object call, 1 delete', async () => {
    const uploadId = await uploadAll(client, await prepareUpload());
    const budget = { d1: 1, objects: 1, r2: 1, kv: 0, queue: 0, rowsRead: 60, rowsWritten: 12 };
    expect(overBudget(await costOf(() => client.cancel(uploadId)), budget)).toEqual([]);
  });

  it('polling: 1 D1 round trip, 1 object call, for 100 sessions as for one', async () => {
    const { data } = await client.create((await prepareUpload()).manifest);
    const ids = Array.from({ length: 100 }, () => String(data.upload_id));
    const budget = { d1: 1, objects: 1, r2: 0, kv: 0, queue: 0, rowsRead: 20, rowsWritten: 0 };
    expect(overBudget(await costOf(() => client.read(ids[0] ?? '')), budget)).toEqual([]);
    expect(
      overBudget(await costOf(() => client.readAll(ids)), { ...budget, rowsRead: 120 }),
    ).toEqual([]);
  });

  it('the recipe: only authentication', async () => {
    const budget = { d1: 0, objects: 1, r2: 0, kv: 0, queue: 0, rowsRead: 0, rowsWritten: 0 };
    expect(overBudget(await costOf(client.recipe), budget)).toEqual([]);
  });

  it('a part that is refused by its headers: no storage', async () => {
    const upload = await prepareUpload();
    const { data } = await client.create(upload.manifest);
    const budget = { d1: 1, objects: 2, r2: 0, kv: 0, queue: 0, rowsRead: 20, rowsWritten: 0 };
    const headers = { 'Content-Type': 'image/png' };
    for (const kind of KINDS) {
      const put = () => client.put(data.upload_id, kind, upload.bodies[kind], headers);
      expect(overBudget(await costOf(put, 415), budget)).toEqual([]);
    }
  });
});
