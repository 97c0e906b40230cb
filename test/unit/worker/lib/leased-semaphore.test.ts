import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/shared/clock.ts';
import { LeasedSemaphore } from '../../../../src/worker/lib/leased-semaphore.ts';
import { HandClock } from '../../../support/hand-clock.ts';

const LEASE_MS = 5000;

const start = (places: number) => {
  const clock = new HandClock();
  return { clock, places: new LeasedSemaphore({ places, leaseMs: LEASE_MS, clock }) };
};

/** Work of a given duration. */
const workFor =
  (clock: Clock, ms: number, log: string[] = [], name = '') =>
  async (): Promise<string> => {
    log.push(`${name} begins`);
    await clock.wait(ms);
    log.push(`${name} ends`);
    return name;
  };

/** Work that never continues, since its request is cut off. */
const neverEnd = (): Promise<never> => new Promise(() => undefined);

describe('places in an isolate', () => {
  it.each([1, 2])('are at most %i, and given in the order of arrival', async (count) => {
    const { clock, places } = start(count);
    const names = ['a', 'b', 'c', 'd'];
    const log: string[] = [];
    let most = 0;
    let running = 0;
    const all = names.map((name) =>
      places.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await workFor(clock, 100, log, name)();
        running -= 1;
      }),
    );
    await clock.advance(50);
    expect(log).toEqual(names.slice(0, count).map((name) => `${name} begins`));
    await clock.advance(800);
    await Promise.all(all);
    expect(most).toBe(count);
    const begun = log.filter((line) => line.endsWith('begins')).map((line) => line.slice(0, 1));
    // With several free places, a later waiter may run a moment earlier.
    if (count === 1) expect(begun).toEqual(names);
    else expect(begun.sort()).toEqual(names);
  });

  it('are free again after failed work', async () => {
    const { places } = start(1);
    await expect(places.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await places.run(async () => 'free')).toBe('free');
  });

  it('are refused immediately to a caller that does not wait, also while others wait', async () => {
    const { clock, places } = start(1);
    const release = places.tryAcquire();
    expect(places.tryAcquire()).toBeNull();
    const waiting = places.run(async () => 'ran');
    release?.();
    expect(places.tryAcquire()).toBeNull();
    await clock.advance(50);
    expect(await waiting).toBe('ran');
    expect(places.tryAcquire()).not.toBeNull();
  });

  it('of work that was cut off are free again after the lease', async () => {
    const { clock, places } = start(1);
    void places.run(neverEnd);
    const next = places.run(async () => clock.now());
    const begunAt = clock.now();
    await clock.advance(LEASE_MS - 100);
    expect(places.tryAcquire()).toBeNull();
    await clock.advance(200);
    expect((await next) - begunAt).toBeGreaterThanOrEqual(LEASE_MS);
  });

  it('are not kept for a waiter that was cut off', async () => {
    const { clock, places } = start(1);
    const release = places.tryAcquire();
    const gone: string[] = [];
    void places.run(async () => gone.push('ran'));
    clock.cutOff();
    const next = places.run(async () => 'next');
    release?.();
    await clock.advance(1100);
    expect(await next).toBe('next');
    expect(gone).toEqual([]);
  });

  it('lose no turn when the isolate is blocked', async () => {
    const { clock, places } = start(1);
    const release = places.tryAcquire();
    const waiting = ['a', 'b', 'c'].map((name) => places.run(workFor(clock, 10, [], name)));
    clock.stall(3000);
    release?.();
    await clock.advance(200);
    expect(await Promise.all(waiting)).toEqual(['a', 'b', 'c']);
  });

  it('are not taken from their successors by work that outlives its lease', async () => {
    const { clock, places } = start(1);
    const late = places.run(workFor(clock, LEASE_MS + 100));
    await clock.advance(LEASE_MS);
    const successor = places.tryAcquire();
    expect(successor).not.toBeNull();
    await clock.advance(200);
    await late;
    expect(places.tryAcquire()).toBeNull();
    successor?.();
    expect(places.tryAcquire()).not.toBeNull();
  });
});
