import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import {
  recordEvent,
  type EventPayload,
  type OutboxKind,
} from '../../../src/worker/domain/outbox/events.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { deliverOutbox } from '../../../src/worker/jobs/deliver-outbox.ts';
import { ObjectStore } from '../../../src/worker/storage/object-store.ts';
import { recordErrors, type ErrorLine } from '../../support/error-log.ts';
import { seedUser } from '../../support/images.ts';
import { resetState } from '../../support/reset-state.ts';
import { readRows, runBatch, statement } from '../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const SERVER = `${inject('purgeServerUrl')}/poison`;

let worker: TestWorker;
let services: Services;
let lines: ErrorLine[];

const use = (chosen: TestWorker): void => {
  worker = chosen;
  ({ services, lines } = recordErrors(worker));
};

beforeEach(async () => {
  await resetState();
  use(createTestWorker());
});

const run = (text: string, ...values: (string | number)[]) =>
  runBatch(worker.services.db, [statement(text, ...values)]);

const count = async (text: string, ...values: (string | number)[]): Promise<number> => {
  const [row] = await readRows<{ n: number }>(services.db, statement(text, ...values));
  return row?.n ?? Number.NaN;
};

describe('the outbox', () => {
  const add = <Of extends OutboxKind>(kind: Of, ...payloads: EventPayload<Of>[]) =>
    runBatch(
      worker.services.db,
      payloads.map((payload) => recordEvent(kind, payload, worker.clock.now())),
    );
  const pendingPayloads = async (): Promise<unknown[]> => {
    const rows = await readRows<{ payload: string }>(
      services.db,
      statement('SELECT payload FROM outbox_events ORDER BY id'),
    );
    return rows.map(({ payload }) => JSON.parse(payload) as unknown);
  };

  /** Time limits of `ms` end the calls that name `mark`; a busy machine may take longer for others. */
  const endOnly = (mark: string, ms: number): void => {
    const { fetch } = globalThis;
    const { timeout } = AbortSignal;
    let limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
      if (limitMs !== ms) return timeout.call(AbortSignal, limitMs);
      limit = new AbortController();
      return limit.signal;
    });
    vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      const own = limit;
      const isNamed = typeof init?.body === 'string' && init.body.includes(mark);
      if (isNamed) setTimeout(() => own.abort(new DOMException('', 'TimeoutError')), 100);
      return fetch(url, init);
    });
  };

  it('erases the objects of the others when one event fails', async () => {
    const names = ['a', 'b', 'poisoned', 'c', 'd'];
    for (const name of names) await worker.env.BUCKET.put(name, 'x');
    const { erase } = ObjectStore.prototype;
    vi.spyOn(ObjectStore.prototype, 'erase').mockImplementation(async function (
      this: ObjectStore,
      keys,
    ) {
      if (keys.includes('poisoned')) throw new Error('poisoned');
      await erase.call(this, keys);
    });
    await add('erase', ...names.map((name) => ({ keys: [name] })));
    await deliverOutbox(services, 'erase');
    expect((await worker.env.BUCKET.list()).objects.map(({ key }) => key)).toEqual(['poisoned']);
    expect(await pendingPayloads()).toEqual([{ keys: ['poisoned'] }]);
    expect(lines).toEqual([expect.objectContaining({ event: 'erase_failed', reason: 'poisoned' })]);
    expect(await (await worker.fetch('/metrics')).text()).toContain(
      'tintype_outbox_events_pending{kind="erase"} 1',
    );
  });

  it('purges the others when the target refuses one, at any position', async () => {
    use(
      createTestWorker({
        vars: {
          PURGE_TARGET: 'zone',
          PUBLIC_BASE_URL: 'https://images.example',
          PURGE_ZONE_API_URL: SERVER,
          PURGE_ZONE_ID: 'zone1',
          PURGE_ZONE_API_TOKEN: 'zone-token',
        },
      }),
    );
    for (const place of [0, 41, 99]) {
      await run('DELETE FROM outbox_events');
      await fetch(`${SERVER}/control`, { method: 'POST', body: '[]' });
      const paths = Array.from({ length: 100 }, (_, index) =>
        index === place ? '/i/refused.webp' : `/i/${String(index)}.webp`,
      );
      await add('purge', ...paths.map((path) => ({ paths: [path] })));
      await deliverOutbox(services, 'purge');
      expect(await pendingPayloads()).toEqual([{ paths: ['/i/refused.webp'] }]);
    }
    expect(lines.map(({ event }) => event)).toEqual(Array(3).fill('purge_failed'));
  });

  it('purges the others when the target never answers one, which is then sent alone', async () => {
    const vars = {
      PURGE_TARGET: 'webhook',
      PUBLIC_BASE_URL: 'https://images.example',
      PURGE_WEBHOOK_URL: `${SERVER}/hook`,
      PURGE_WEBHOOK_SECRET: 'secret',
      PURGE_BATCH_URLS: '8',
      PURGE_TIMEOUT_MS: '1000',
    };
    use(createTestWorker({ vars }));
    await fetch(`${SERVER}/control`, { method: 'POST', body: '[]' });
    endOnly('hanging', 1000);
    const names = Array.from({ length: 12 }, (_, index) => (index === 2 ? 'hanging' : `p${index}`));
    const toPaths = (name: string) => ({ paths: [`/i/${name}.webp`, `/i/${name}/gallery.webp`] });
    await add('purge', ...names.map(toPaths));
    const runOnce = async (hours: number): Promise<string> => {
      worker.clock.advance(hours * 3_600_000);
      await deliverOutbox(services, 'purge');
      const left = JSON.stringify(await pendingPayloads());
      return names.filter((name) => left.includes(`/${name}.webp`)).join(' ');
    };
    // The four events of the stalled call; those behind the two calls are sent immediately.
    expect(await runOnce(0)).toBe('p0 p1 hanging p3 p8 p9 p10 p11');
    expect(await runOnce(0)).toBe('p0 p1 hanging p3');
    expect(await runOnce(1)).toBe('p0 p1 hanging p3');
    expect(await runOnce(1)).toBe('hanging p3');
    expect(await runOnce(1)).toBe('hanging p3');
    expect(await runOnce(0)).toBe('hanging');
    expect(lines.map(({ event, events }) => [event, events])).toEqual(
      [4, 4, 2, 1].map((events) => ['purge_failed', events]),
    );
  });

  it.each([
    ['refuses everything a few times', 'fail', 10],
    ['does not answer once', 'break', 1],
  ])('calls a target that %s, and postpones all', async (_case, behaviour, calls) => {
    use(
      createTestWorker({
        vars: {
          PURGE_TARGET: 'webhook',
          PUBLIC_BASE_URL: 'https://images.example',
          PURGE_WEBHOOK_URL: `${SERVER}/hook`,
          PURGE_WEBHOOK_SECRET: 'secret',
        },
      }),
    );
    const fails = JSON.stringify(Array(100).fill(behaviour));
    await fetch(`${SERVER}/control`, { method: 'POST', body: fails });
    await add(
      'purge',
      ...Array.from({ length: 100 }, (_, index) => ({ paths: [`/i/${String(index)}.webp`] })),
    );
    await deliverOutbox(services, 'purge');
    const received = await (await fetch(`${SERVER}/control`)).json<unknown[]>();
    expect(received).toHaveLength(calls);
    const waiting = 'SELECT count(*) AS n FROM outbox_events WHERE available_at > ?';
    expect(await count(waiting, worker.clock.now())).toBe(100);
  });

  it('delivers the other account events when one fails', async () => {
    const bad = await seedUser(worker);
    const good = await seedUser(worker);
    await add('account', { user_id: bad }, { user_id: good });
    const reconcile: Services['sessions']['reconcile'] = async (userId, ...rest) => {
      if (userId === bad) throw new Error('poisoned');
      return worker.services.sessions.reconcile(userId, ...rest);
    };
    const sessions = { ...worker.services.sessions, reconcile };
    await deliverOutbox({ ...services, sessions }, 'account');
    expect(await pendingPayloads()).toEqual([{ user_id: bad }]);
    expect(lines).toEqual([
      expect.objectContaining({ event: 'account_event_failed', reason: 'poisoned' }),
    ]);
  });

  it('skips any number of unreadable events, with growing delays', async () => {
    const target = { PURGE_TARGET: 'zone', PUBLIC_BASE_URL: 'https://images.example' } as const;
    use(
      createTestWorker({
        vars: {
          ...target,
          PURGE_ZONE_API_URL: SERVER,
          PURGE_ZONE_ID: 'zone1',
          PURGE_ZONE_API_TOKEN: 'zone-token',
        },
      }),
    );
    await fetch(`${SERVER}/control`, { method: 'POST', body: '[]' });
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       INSERT INTO outbox_events (kind, payload, available_at, created_at)
       SELECT 'purge', CASE i % 2 WHEN 0 THEN json_object('n', i)
         ELSE json_object('paths', json_array('//[' || i)) END, 0, 0 FROM n`,
    );
    await add('purge', { paths: ['/i/a.webp'] });
    await deliverOutbox(services, 'purge');
    expect(await count('SELECT count(*) AS n FROM outbox_events')).toBe(150);
    const due = 'SELECT count(*) AS n FROM outbox_events WHERE available_at <= ?';
    expect(await count(due, worker.clock.now())).toBe(0);
    expect(lines.filter(({ event }) => event === 'outbox_event_unreadable')).toHaveLength(150);
  });
});
