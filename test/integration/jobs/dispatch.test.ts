import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchBatch } from '../../../src/worker/jobs/dispatch.ts';
import { seedProcessingImage } from '../../support/images.ts';
import type { Interceptor } from '../../support/instrument.ts';
import { readState } from '../../support/publication.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

let worker: TestWorker;

beforeEach(() => {
  worker = createTestWorker();
});

/** Dispatches a batch; returns the acknowledged messages, and the delays of the returned ones. */
const dispatch = async (queue: string, bodies: readonly unknown[], by = worker) => {
  const acks: string[] = [];
  const retries: [string, number | undefined][] = [];
  const messages = bodies.map((body, index) => ({
    id: `m${index}`,
    timestamp: new Date(worker.clock.now()),
    attempts: 1,
    body,
    ack: () => void acks.push(`m${index}`),
    retry: (options?: QueueRetryOptions) => void retries.push([`m${index}`, options?.delaySeconds]),
  }));
  await dispatchBatch({ queue, messages }, by.services);
  return { acks, retries };
};

const breakBucket: Interceptor = async ({ binding }, proceed) => {
  if (binding === 'BUCKET') throw new Error('the bucket is out of reach');
  return proceed();
};

/** Lets the boot gate read the history, and fails every later query. */
const breakDatabase = (): Interceptor => {
  let calls = 0;
  return async ({ binding }, proceed) => {
    calls += binding === 'DB' ? 1 : 0;
    if (binding === 'DB' && calls > 1) throw new Error('the database is out of reach');
    return proceed();
  };
};

describe('the publish queue', () => {
  it('acknowledges a message whose image is published', async () => {
    const seeded = await seedProcessingImage(worker);
    const { acks } = await dispatch('tintype-publish', [{ jobId: seeded.jobId }]);
    expect(acks).toEqual(['m0']);
    expect((await readState(worker, seeded)).image).toBe('completed');
  });

  it('returns a message with the delay that its job requests', async () => {
    const seeded = await seedProcessingImage(worker);
    const broken = createTestWorker({ clock: worker.clock, intercept: breakBucket });
    const { acks, retries } = await dispatch('tintype-publish', [{ jobId: seeded.jobId }], broken);
    expect(acks).toEqual([]);
    expect(retries).toEqual([['m0', expect.any(Number)]]);
    const delay = Number(retries[0]?.[1]);
    expect(delay).toBeGreaterThanOrEqual(5);
    expect(delay).toBeLessThanOrEqual(10);
  });

  it('returns a message when not even the failure could be recorded', async () => {
    const seeded = await seedProcessingImage(worker);
    const broken = createTestWorker({ clock: worker.clock, intercept: breakDatabase() });
    const { retries } = await dispatch('tintype-publish', [{ jobId: seeded.jobId }], broken);
    expect(retries).toEqual([['m0', 30]]);
  });

  it('drops unknown bodies and continues with the others', async () => {
    const seeded = await seedProcessingImage(worker);
    const poison = [null, 'text', { jobId: 'one' }, { jobId: -1 }, { kind: 'purge' }];
    const bodies = [...poison, { jobId: seeded.jobId }];
    const { acks, retries } = await dispatch('tintype-publish', bodies);
    expect(acks).toHaveLength(bodies.length);
    expect(retries).toEqual([]);
    expect((await readState(worker, seeded)).image).toBe('completed');
  });

  it('returns a whole batch while the database has another schema', async () => {
    const seeded = await seedProcessingImage(worker);
    const history = worker.env.DB.prepare('SELECT sha256 FROM schema_history WHERE position = 1');
    const recorded = await history.first('sha256');
    const record = (sha256: unknown) =>
      worker.env.DB.prepare('UPDATE schema_history SET sha256 = ? WHERE position = 1')
        .bind(sha256)
        .run();
    await record('modified');
    try {
      const dispatched = dispatch('tintype-publish', [{ jobId: seeded.jobId }]);
      await expect(dispatched).rejects.toMatchObject({ reason: 'database_unavailable' });
      expect((await readState(worker, seeded)).job).toBe('queued');
    } finally {
      await record(recorded);
    }
  });
});

describe('other queues', () => {
  it('acknowledge dead letters and leave their job to the sweep', async () => {
    const seeded = await seedProcessingImage(worker);
    const { acks } = await dispatch('tintype-dead', [{ jobId: seeded.jobId }, 'anything']);
    expect(acks).toHaveLength(2);
    expect((await readState(worker, seeded)).job).toBe('queued');
  });

  it('acknowledge an outbox message with nothing due', async () => {
    expect((await dispatch('tintype-outbox', [{ kind: 'purge' }])).acks).toEqual(['m0']);
  });

  it('deliver a kind of the outbox once for all messages that come together, failures too', async () => {
    const askedFor = async (bodies: readonly unknown[]) => {
      let calls = 0;
      const counted = createTestWorker({
        intercept: async ({ binding }, proceed) => {
          calls += binding === 'DB' ? 1 : 0;
          return proceed();
        },
      });
      const { acks } = await dispatch('tintype-outbox', bodies, counted);
      expect(acks).toHaveLength(bodies.length);
      return calls;
    };
    const erase = { kind: 'erase' };
    const one = await askedFor([erase]);
    expect(await askedFor([erase, erase, erase])).toBe(one);
    expect(await askedFor([erase, { kind: 'account' }, erase])).toBe(one + 1);
    const broken = createTestWorker({ intercept: breakDatabase() });
    const { retries } = await dispatch('tintype-outbox', [erase, erase], broken);
    expect(retries).toEqual([
      ['m0', 30],
      ['m1', 30],
    ]);
  });

  it('keep the messages of a queue without a handler', async () => {
    expect((await dispatch('tintype-unheard-of', [{}])).retries).toHaveLength(1);
  });
});
