import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../../../../src/client/errors.ts';
import {
  writeMany,
  type WriteProgress,
} from '../../../../../../src/console/features/gallery/model/write-many.ts';
import { fakeScheduler } from './support.ts';

const refusal = (status: number, code: number, retryAfterMs: number | null = null): ApiError =>
  new ApiError(status, code, '', retryAfterMs);

/** Runs writes of which some fail a given number of times. */
const run = async (
  ids: readonly number[],
  faults: Readonly<Record<number, { error: Error; times: number }>> = {},
  stopAfter = Number.POSITIVE_INFINITY,
  stopAtPause = Number.POSITIVE_INFINITY,
) => {
  const scheduler = fakeScheduler();
  const calls: number[] = [];
  const told: WriteProgress[] = [];
  const stop = new AbortController();
  let connections = 0;
  const pauses: unknown[] = [];
  const left = new Map(Object.entries(faults).map(([id, { times }]) => [Number(id), times]));
  const outcome = await writeMany(
    ids,
    async (id) => {
      calls.push(id);
      if (calls.length >= stopAfter) stop.abort();
      const times = left.get(id) ?? 0;
      left.set(id, times - 1);
      const fault = faults[id];
      await Promise.resolve();
      if (fault !== undefined && times > 0) throw fault.error;
    },
    {
      scheduler,
      signal: stop.signal,
      onProgress: (progress) => told.push(progress),
      awaitContinue: async () => {
        pauses.push(told.at(-1)?.pausedUntil);
        const before = calls.length;
        await setImmediate();
        // Nothing is sent before the person continues.
        expect(calls.length).toBe(before);
        if (pauses.length >= stopAtPause) stop.abort();
        stop.signal.throwIfAborted();
      },
      awaitConnection: async () => {
        connections += 1;
        await Promise.resolve();
      },
    },
  );
  return { outcome, calls, told, last: told.at(-1), slept: scheduler.slept, connections, pauses };
};

describe('many writes', () => {
  it('all run, a few at a time', async () => {
    const { outcome, calls, last } = await run([1, 2, 3, 4, 5]);
    expect(calls).toEqual([1, 2, 3, 4, 5]);
    expect(last).toMatchObject({ total: 5, done: 5 });
    expect(outcome).toEqual({ failures: [], left: [], endedBy: null });
  });

  it('stop at a rate limit until the person continues, once for all, and lose nothing', async () => {
    const { outcome, told, calls, pauses, slept, last } = await run([1, 2, 3, 4, 5, 6], {
      3: { error: refusal(429, 4029, 24_000), times: 2 },
    });
    expect(pauses).toEqual([24_000, 24_000]);
    expect(slept).toEqual([]);
    expect(told.some(({ pausedUntil }) => pausedUntil === 24_000)).toBe(true);
    expect(calls.filter((id) => id === 3)).toHaveLength(3);
    expect(last).toMatchObject({ done: 6, pausedUntil: null });
    expect(outcome.failures).toEqual([]);
  });

  it('leave the rest when they are stopped at a rate limit', async () => {
    const limit = { error: refusal(429, 4029), times: 9 };
    const { outcome, last } = await run([1, 2, 3, 4, 5], { 1: limit }, undefined, 1);
    expect(outcome).toMatchObject({ failures: [], endedBy: null });
    expect(outcome.left).toContain(1);
    expect(outcome.left.length + (last?.done ?? 0)).toBe(5);
  });

  it('wait for the network, and repeat writes without an answer', async () => {
    const { last, connections, told } = await run([1, 2], {
      2: { error: new ConnectionError(null), times: 5 },
    });
    expect(connections).toBe(5);
    expect(told.some(({ isOffline }) => isOffline)).toBe(true);
    expect(last).toMatchObject({ done: 2, isOffline: false });
  });

  it('record refusals with their reason, and continue', async () => {
    const inWork = refusal(409, 4093);
    const { outcome, last } = await run([1, 2, 3], { 2: { error: inWork, times: 1 } });
    expect(outcome.failures).toEqual([{ id: 2, reason: inWork }]);
    expect(last?.done).toBe(2);
  });

  it('try three times at a failing server', async () => {
    const { outcome, calls } = await run([1], { 1: { error: refusal(500, 1001), times: 9 } });
    expect(calls).toEqual([1, 1, 1]);
    expect(outcome.failures.length).toBe(1);
  });

  it('end when the account is locked, and report the rest', async () => {
    const locked = refusal(403, 4038);
    const { outcome, calls } = await run([1, 2, 3, 4, 5, 6, 7], {
      1: { error: locked, times: 1 },
    });
    expect(outcome.endedBy).toBe(locked);
    expect(outcome.left).toContain(1);
    expect(outcome.left.length + 2).toBe(7);
    expect(calls.length).toBeLessThan(7);
  });

  it('stop on request, after those under way', async () => {
    const { outcome, last } = await run([1, 2, 3, 4, 5, 6], {}, 3);
    expect(last?.done).toBe(3);
    expect(outcome.left).toEqual([4, 5, 6]);
    expect(outcome.endedBy).toBeNull();
  });
});
