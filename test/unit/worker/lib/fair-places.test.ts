import { describe, expect, it } from 'vitest';
import { FairPlaces, type Place } from '../../../../src/worker/lib/fair-places.ts';
import { HandClock } from '../../../support/hand-clock.ts';

const LEASE_MS = 60_000;
const WAIT_MS = 5000;
const FAIR_RATE = 100_000;
const WAITERS = 12;
const WAITERS_PER_HOLDER = 4;
const [ANN, BOB, CEM, DAN] = [1, 2, 3, 4];

const start = (count = 2, waiters = WAITERS) => {
  const clock = new HandClock();
  const places = new FairPlaces({
    places: count,
    leaseMs: LEASE_MS,
    waitMs: WAIT_MS,
    fairBytesPerSecond: FAIR_RATE,
    waiters,
    waitersPerHolder: WAITERS_PER_HOLDER,
    clock,
  });
  /** A transfer at a steady rate, in bytes a second, that ends when it must give way. */
  const transfer = (place: Place, rate: number): void => {
    void (async () => {
      while (!place.isRevoked) {
        await clock.wait(100);
        place.advance(rate / 10);
      }
      place.release();
    })();
  };
  const take = async (holder: number, rate: number): Promise<Place> => {
    const place = await places.acquire(holder);
    if (place === null) throw new Error('there was no place');
    transfer(place, rate);
    return place;
  };
  /** The outcome of a request within `ms`, or that it still waits. */
  const ask = async (holder: number, ms: number): Promise<Place | null | 'waits'> => {
    const outcome: { place: Place | null | 'waits' } = { place: 'waits' };
    void (async () => {
      outcome.place = await places.acquire(holder);
    })();
    await clock.advance(ms);
    return outcome.place;
  };
  return { clock, places, take, ask };
};

describe('places shared by users', () => {
  it('are given at once while there are any, also several to one user', async () => {
    const { places } = start();
    expect(await places.acquire(ANN)).toMatchObject({ isRevoked: false });
    expect(await places.acquire(ANN)).toMatchObject({ isRevoked: false });
  });

  it('wait for a free one, and are refused after a while', async () => {
    const { take, ask } = start(1);
    await take(ANN, FAIR_RATE * 2);
    expect(await ask(BOB, WAIT_MS - 100)).toBe('waits');
    const late = start(1);
    await late.take(ANN, FAIR_RATE * 2);
    expect(await late.ask(BOB, WAIT_MS + 100)).toBeNull();
  });

  it('are taken from a user of several, from the slower transfer', async () => {
    const { clock, take, ask } = start();
    const slow = await take(ANN, FAIR_RATE * 2);
    const fast = await take(ANN, FAIR_RATE * 5);
    await clock.advance(1000);
    expect(await ask(BOB, 600)).toMatchObject({ isRevoked: false });
    expect([slow.isRevoked, fast.isRevoked]).toEqual([true, false]);
  });

  it('are taken from the slowest of different users, if it is below the fair rate', async () => {
    const { clock, take, ask } = start();
    const slow = await take(ANN, FAIR_RATE / 4);
    const slower = await take(BOB, FAIR_RATE / 10);
    await clock.advance(3000);
    expect(await ask(CEM, 600)).toMatchObject({ isRevoked: false });
    expect([slow.isRevoked, slower.isRevoked]).toEqual([false, true]);
  });

  it('are not taken from a transfer that is as fast as it must be', async () => {
    const { clock, take, ask } = start();
    const held = [await take(ANN, FAIR_RATE * 2), await take(BOB, FAIR_RATE * 2)];
    await clock.advance(3000);
    expect(await ask(CEM, WAIT_MS + 100)).toBeNull();
    expect(held.map(({ isRevoked }) => isRevoked)).toEqual([false, false]);
  });

  it('are not taken for a user who has one', async () => {
    const { clock, take, ask } = start();
    await take(ANN, FAIR_RATE * 2);
    const slow = await take(BOB, FAIR_RATE / 10);
    await clock.advance(3000);
    expect(await ask(ANN, WAIT_MS + 100)).toBeNull();
    expect(slow.isRevoked).toBe(false);
  });

  it('go to the user with the fewest, whoever waits longer', async () => {
    const { clock, places, take } = start();
    const first = await take(ANN, FAIR_RATE * 2);
    const second = await take(BOB, FAIR_RATE * 2);
    const order: string[] = [];
    const wait = async (name: string, holder: number): Promise<void> => {
      await places.acquire(holder);
      order.push(name);
    };
    void wait('Ann again', ANN);
    await clock.advance(100);
    void wait('Cem', CEM);
    await clock.advance(100);
    second.release();
    await clock.advance(100);
    expect(order).toEqual(['Cem']);
    first.release();
    await clock.advance(100);
    expect(order).toEqual(['Cem', 'Ann again']);
  });

  it('go to a slow user after the others, however many requests it has waiting', async () => {
    const { clock, places, ask } = start();
    const end = new AbortController();
    const insist = async (holder: number): Promise<void> => {
      while (!end.signal.aborted) {
        const place = await places.acquire(holder);
        for (let isHeld = place !== null; isHeld; isHeld = place?.isRevoked === false) {
          await clock.wait(100);
          place?.advance(FAIR_RATE / 100);
        }
        place?.release();
      }
    };
    for (let count = 0; count < 4; count += 1) {
      void insist(ANN);
      void insist(BOB);
    }
    await clock.advance(3000);
    const first = await ask(CEM, 600);
    expect(first).toMatchObject({ isRevoked: false });
    for (let count = 0; count < 5; count += 1) {
      await clock.advance(1000);
      const place = await ask(DAN, 1000);
      expect(place).toMatchObject({ isRevoked: false });
      if (place !== null && place !== 'waits') place.release();
    }
    end.abort();
  });

  it('are refused at once to a user with as many requests waiting as one may have', async () => {
    const { take, ask } = start(1);
    await take(ANN, FAIR_RATE * 2);
    for (let count = 0; count < WAITERS_PER_HOLDER; count += 1) {
      expect(await ask(BOB, 100)).toBe('waits');
    }
    expect(await ask(BOB, 10)).toBeNull();
    expect(await ask(CEM, 100)).toBe('waits');
  });

  it('are refused to the newest request of the user with the most, if too many wait', async () => {
    const { clock, places, take, ask } = start(1, 6);
    const held = await take(ANN, FAIR_RATE * 2);
    const ended: string[] = [];
    const wait = async (name: string, holder: number): Promise<void> => {
      const place = await places.acquire(holder);
      ended.push(`${name} ${place === null ? 'refused' : 'served'}`);
      place?.release();
    };
    for (const name of ['Bob 1', 'Bob 2', 'Bob 3', 'Bob 4']) void wait(name, BOB);
    for (const name of ['Cem 1', 'Cem 2']) void wait(name, CEM);
    await clock.advance(100);
    void wait('Dan 1', DAN);
    await clock.advance(100);
    expect(ended).toEqual(['Bob 4 refused']);
    void wait('Dan 2', DAN);
    await clock.advance(100);
    expect(ended).toEqual(['Bob 4 refused', 'Bob 3 refused']);
    // Each of the others has two now.
    expect(await ask(DAN, 10)).toBeNull();
    held.release();
    await clock.advance(1000);
    expect(ended.slice(2).toSorted()).toEqual(
      ['Bob 1', 'Bob 2', 'Cem 1', 'Cem 2', 'Dan 1', 'Dan 2'].map((name) => `${name} served`),
    );
  });

  it('are free a second after they were revoked, if their request was cut off', async () => {
    const { clock, places } = start(1);
    const dead = await places.acquire(ANN);
    await clock.advance(3000);
    const next = places.acquire(BOB);
    await clock.advance(500);
    expect(dead?.isRevoked).toBe(true);
    await clock.advance(1000);
    expect(await next).toMatchObject({ isRevoked: false });
  });

  it('are free after their lease, and a request cut off while waiting keeps no turn', async () => {
    const { clock, places, ask } = start(1);
    await places.acquire(ANN);
    void places.acquire(BOB);
    await clock.advance(100);
    clock.cutOff();
    clock.stall(LEASE_MS);
    expect(await ask(CEM, 100)).toMatchObject({ isRevoked: false });
  });
});
