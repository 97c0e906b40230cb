import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { limitGuesses } from '../../../../src/worker/domain/accounts/login-limits.ts';
import { createTestWorker } from '../../../support/worker.ts';

const RULE = { limit: 3, windowMs: 60_000 };

describe('the rate limiter', () => {
  it('counts exactly when many calls are concurrent', async () => {
    const { limiter } = createTestWorker().services;
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take('test:rush', RULE)),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('keeps its counts through an eviction, and subjects apart', async () => {
    const { env, services } = createTestWorker();
    const { limiter } = services;
    for (let index = 0; index < 3; index += 1) await limiter.take('test:evicted', RULE);
    await evictDurableObject(env.RATE_LIMITER.getByName('test:evicted'));
    expect(await limiter.take('test:evicted', RULE)).toMatchObject({ allowed: false });
    expect(await limiter.take('test:other', RULE)).toMatchObject({ allowed: true });
  });

  it('returns a refunded attempt, once', async () => {
    const { limiter } = createTestWorker().services;
    const rule = { ...RULE, limit: 1 };
    const verdict = await limiter.take('test:refund', rule);
    if (!verdict.allowed) throw new Error('refused');
    expect(await limiter.take('test:refund', rule)).toMatchObject({ allowed: false });
    await limiter.refund('test:refund', verdict.takenAt);
    await limiter.refund('test:refund', verdict.takenAt);
    expect(await limiter.take('test:refund', rule)).toMatchObject({ allowed: true });
    expect(await limiter.take('test:refund', rule)).toMatchObject({ allowed: false });
  });

  it('forgets a refusal from before a refund that is answered during it', async () => {
    const refused = Promise.withResolvers<void>();
    const refunded = Promise.withResolvers<void>();
    let late: Promise<unknown> | null = null;
    const { limiter } = createTestWorker({
      intercept: async ({ binding, method }, proceed) => {
        const answer = await proceed();
        if (binding !== 'RATE_LIMITER' || late === null) return answer;
        if (method === 'take') {
          refused.resolve();
          await refunded.promise;
        } else {
          refunded.resolve();
          await late;
          late = null;
        }
        return answer;
      },
    }).services;
    const rule = { ...RULE, limit: 1 };
    const verdict = await limiter.take('test:late', rule);
    if (!verdict.allowed) throw new Error('refused');
    const refusal = limiter.take('test:late', rule);
    late = refusal;
    await refused.promise;
    await limiter.refund('test:late', verdict.takenAt);
    expect(await refusal).toMatchObject({ allowed: false });
    expect(await limiter.take('test:late', rule)).toMatchObject({ allowed: true });
  });

  it('is not called for a second after a refusal, nor are the windows before it', async () => {
    const called: string[] = [];
    const worker = createTestWorker({
      intercept: (call, proceed) => {
        if (call.binding === 'RATE_LIMITER') called.push(call.method);
        return proceed();
      },
    });
    const { limiter } = worker.services;
    const windows = ['test:open', 'test:full'].map((subject, index) => {
      return { ...RULE, limit: 2 - index, subject, failuresOnly: true };
    });
    const guess = () => limitGuesses({ limiter }, windows, async () => true);
    await limiter.take('test:full', { ...RULE, limit: 1 });
    await expect(guess()).rejects.toMatchObject({ reason: 'too_many_attempts' });
    called.length = 0;
    await expect(guess()).rejects.toMatchObject({ reason: 'too_many_attempts' });
    expect(called).toEqual([]);
    worker.clock.advance(1000);
    await expect(guess()).rejects.toMatchObject({ reason: 'too_many_attempts' });
    expect(called.length).toBeGreaterThan(0);
  });

  it('writes nothing for a refusal, and is empty after its alarm', async () => {
    const worker = createTestWorker();
    const { limiter } = worker.services;
    const stub = worker.env.RATE_LIMITER.getByName('test:alarm');
    const look = () =>
      runInDurableObject(stub, async (_, { storage }) => ({
        alarm: await storage.getAlarm(),
        entries: [...storage.kv.list()].length,
      }));
    const start = worker.clock.now();
    for (let index = 0; index < 3; index += 1) await limiter.take('test:alarm', RULE);
    worker.clock.advance(1000);
    await limiter.take('test:alarm', RULE);
    expect(await look()).toEqual({ alarm: start + RULE.windowMs, entries: 1 });
    await runDurableObjectAlarm(stub);
    expect(await look()).toEqual({ alarm: null, entries: 0 });
  });
});
