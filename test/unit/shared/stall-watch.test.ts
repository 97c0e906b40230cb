import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StallError, StallWatch } from '../../../src/shared/stall-watch.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => undefined);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await expect(work()).rejects.toThrow(StallError);
  return performance.now() - from;
};

// The clock advances to the next timer only when everything waits, so a slow machine changes nothing.
beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode('nextTimerAsync');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a stall watch', () => {
  it('passes on the result or the error of a read in time', async () => {
    const watch = new StallWatch(1000);
    expect(await watch.wait(Promise.resolve(7))).toBe(7);
    await expect(watch.wait(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(watch.hasStalled).toBe(false);
    watch.stop();
  });

  it('ends the wait for a read that takes longer than the limit, counted from its own start', async () => {
    const watch = new StallWatch(200);
    for (let read = 0; read < 3; read += 1) await watch.wait(pause(100));
    const ms = await timed(() => watch.wait(never()));
    expect(ms).toBeGreaterThan(150);
    expect(ms).toBeLessThan(400);
    expect(watch.hasStalled).toBe(true);
    watch.stop();
  });

  it('counts no time between reads', async () => {
    const watch = new StallWatch(100);
    await watch.wait(Promise.resolve());
    await pause(250);
    await watch.wait(pause(20));
    expect(watch.hasStalled).toBe(false);
    watch.stop();
  });

  it('ends the wait when reads that are each in time together exceed the total limit', async () => {
    const watch = new StallWatch(1000, 250);
    const ms = await timed(async () => {
      for (;;) await watch.wait(pause(40));
    });
    expect(ms).toBeGreaterThan(200);
    expect(ms).toBeLessThan(600);
    await expect(watch.wait(never())).rejects.toThrow(StallError);
    watch.stop();
  });

  it('gives up all waits once it is aborted', async () => {
    const watch = new StallWatch(60_000);
    const waiting = expect(watch.wait(never())).rejects.toThrow(StallError);
    watch.stall();
    await waiting;
    await expect(watch.wait(pause(1000))).rejects.toThrow(StallError);
    watch.stop();
  });
});
