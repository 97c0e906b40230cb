import { describe, expect, it } from 'vitest';
import { HeldBytes } from '../../../../../src/worker/durable/transformer/held-bytes.ts';
import {
  SingleFlightQueue,
  type DeskRules,
} from '../../../../../src/worker/durable/transformer/logic.ts';

const RULES: DeskRules = {
  concurrent: 2,
  queuedKeys: 4,
  resultMaxBytes: 100,
  heldMaxBytes: 200,
  waitMs: 30,
  leaseMs: 60,
  idleMs: 30,
  minBytesPerSecond: 1000,
  pressedMs: 10,
};

interface Made {
  readonly bytes: Uint8Array;
}

let isolateMs = 0;
const createHeld = () => new HeldBytes({ now: () => isolateMs, wait: async () => undefined });
const openDesk = (held = createHeld()) =>
  new SingleFlightQueue<string, Made, 'undecodable'>(RULES, held);
const made = (size: number) => ({
  outcome: 'made' as const,
  made: { bytes: new Uint8Array(size) },
});

/** Joins and starts what has a place, as the object does. */
const ask = (desk: ReturnType<typeof openDesk>, key: string, nowMs = 0) => {
  const waiter = desk.join(key, key, nowMs);
  const job = desk.startNext(nowMs);
  return { waiter, started: job?.key ?? null };
};

const admit = (desk: ReturnType<typeof openDesk>, key: string, nowMs = 0) => {
  const { waiter } = ask(desk, key, nowMs);
  if (waiter === null) throw new Error(`${key} was refused`);
  return waiter;
};

describe('transformations', () => {
  it('run two at once, four keys wait in the order of arrival, and the seventh is refused', () => {
    const desk = openDesk();
    const asked = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => ask(desk, key));
    expect(asked.map(({ started }) => started)).toEqual(['a', 'b', null, null, null, null, null]);
    expect(asked.map(({ waiter }) => waiter !== null)).toEqual([...Array(6).fill(true), false]);
    // Whoever asks for a key that has a place or waits for one still joins.
    expect(['a', 'f'].map((key) => ask(desk, key).waiter !== null)).toEqual([true, true]);
    const first = asked[0]?.waiter;
    if (first?.job === undefined) throw new Error('a was refused');
    desk.settle(first.job, made(10));
    expect(desk.startNext(0)?.key).toBe('c');
    expect(desk.startNext(0)).toBeNull();
    expect(ask(desk, 'g').waiter).not.toBeNull();
  });

  it('are shared by all who ask for one key while it is made or read', () => {
    const desk = openDesk();
    const [first, second] = [admit(desk, 'a'), admit(desk, 'a')];
    expect(second.job).toBe(first.job);
    desk.settle(first.job, made(10));
    expect(admit(desk, 'a').job).toBe(first.job);
    expect(desk.look(second, 0)).toBe(first.job.outcome);
  });

  it('go with the last who reads them', () => {
    const desk = openDesk();
    const readers = [admit(desk, 'a'), admit(desk, 'a')] as const;
    desk.settle(readers[0].job, made(10));
    desk.leave(readers[0]);
    expect(desk.heldBytes).toBe(10);
    desk.leave(readers[1]);
    desk.leave(readers[1]);
    expect([desk.heldBytes, desk.keys]).toEqual([0, []]);
    expect(admit(desk, 'a').job).not.toBe(readers[0].job);
  });

  it('are shared by nobody later when they fail', () => {
    const desk = openDesk();
    const waiter = admit(desk, 'a');
    desk.settle(waiter.job, { outcome: 'failed', fault: 'undecodable' });
    expect(desk.look(waiter, 0)).toEqual({ outcome: 'failed', fault: 'undecodable' });
    expect(desk.keys).toEqual([]);
    const next = admit(desk, 'a');
    // Who has read of the failure leaves the next job alone.
    desk.leave(waiter);
    expect(admit(desk, 'a').job).toBe(next.job);
  });

  it('that nobody waits for are not begun, and end unseen where they have begun', () => {
    const desk = openDesk();
    const [running, , queued] = [admit(desk, 'a'), admit(desk, 'b'), admit(desk, 'c')];
    desk.leave(queued);
    desk.leave(running);
    expect(desk.startNext(0)).toBeNull();
    expect(admit(desk, 'a').job).toBe(running.job);
    desk.settle(running.job, made(10));
    expect(desk.heldBytes).toBe(10);
    expect(desk.startNext(0)).toBeNull();
    const alone = admit(desk, 'd');
    desk.leave(alone);
    desk.settle(alone.job, made(10));
    expect(desk.heldBytes).toBe(10);
  });

  it('are not begun while results that are read take too much, and not kept beyond what may be held', () => {
    const desk = openDesk();
    const [first, second] = [admit(desk, 'a'), admit(desk, 'b')];
    desk.settle(first.job, made(101));
    const third = admit(desk, 'c');
    expect(desk.startNext(0)).toBeNull();
    desk.settle(second.job, made(100));
    expect(desk.look(second, 0)).toEqual({ outcome: 'busy' });
    expect(desk.heldBytes).toBe(101);
    desk.leave(first);
    expect(desk.startNext(0)).toBe(third.job);
  });

  it('count what is read although a job has kept the isolate busy for long', () => {
    const desk = openDesk();
    const [reader, next] = [admit(desk, 'a'), admit(desk, 'b')];
    desk.settle(reader.job, made(101));
    isolateMs += 20_000;
    desk.settle(next.job, made(100));
    expect(next.job.outcome).toEqual({ outcome: 'busy' });
    isolateMs += 20_000;
    expect(admit(desk, 'c').job.startedAt).toBeNull();
  });

  it('share what may be held with all other objects of the isolate, as long as those are there', () => {
    const held = createHeld();
    const [desk, other] = [openDesk(held), openDesk(held)];
    const reader = admit(desk, 'a');
    desk.settle(reader.job, made(101));
    const waiter = admit(other, 'b');
    expect(waiter.job.startedAt).toBeNull();
    for (let beat = 0; beat < 20; beat += 1) {
      isolateMs += 1000;
      desk.expire(0);
    }
    expect(other.startNext(0)).toBeNull();
    isolateMs += 10_000;
    expect(other.startNext(0)).toBe(waiter.job);
    desk.expire(0);
    other.settle(waiter.job, made(100));
    expect(waiter.job.outcome).toEqual({ outcome: 'busy' });
  });

  it('that take too long are not waited for', () => {
    const desk = openDesk();
    const early = admit(desk, 'a', 0);
    const late = admit(desk, 'a', 10);
    expect([desk.look(early, 29), desk.look(early, 30)]).toEqual([null, { outcome: 'busy' }]);
    expect(desk.look(late, 30)).toBeNull();
    desk.settle(late.job, made(10));
    expect(desk.look(late, 50)).toEqual(made(10));
  });

  it('that do not end give their place back, and change nothing when they end after all', () => {
    const desk = openDesk();
    const hung = admit(desk, 'a', 0);
    desk.expire(59);
    expect(hung.job.outcome).toBeNull();
    desk.expire(60);
    expect(hung.job.outcome).toEqual({ outcome: 'busy' });
    const next = admit(desk, 'a', 60);
    expect(next.job.startedAt).toBe(60);
    desk.settle(hung.job, made(10));
    expect([desk.heldBytes, next.job.outcome]).toEqual([0, null]);
  });

  it('cut off who does not ask any more while there is nothing to read', () => {
    const desk = openDesk();
    const [still, asks] = [admit(desk, 'a', 0), admit(desk, 'a', 0)];
    desk.look(asks, 20);
    expect(desk.expire(29)).toEqual([]);
    expect(desk.expire(30)).toEqual([still]);
    desk.settle(asks.job, { outcome: 'failed', fault: 'undecodable' });
    expect([desk.expire(49), desk.expire(50), desk.expire(80)]).toEqual([[], [asks], []]);
  });

  it('cut off a reader below the least rate, whenever it took something last, and let any other have all', () => {
    const desk = openDesk();
    const [still, slow, honest] = [admit(desk, 'a', 0), admit(desk, 'a', 0), admit(desk, 'a', 0)];
    desk.settle(still.job, made(100));
    desk.expire(5);
    const gone = new Map<unknown, number>();
    for (let now = 6; now <= 120 && honest.takenBytes < 100; now += 1) {
      for (const reader of [slow, honest]) desk.look(reader, now);
      slow.takenBytes = 40;
      honest.takenBytes += 1;
      for (const waiter of desk.expire(now)) gone.set(waiter, now);
    }
    expect([gone.get(still), gone.get(slow), gone.get(honest)]).toEqual([35, 46, undefined]);
    desk.leave(honest);
    expect(desk.heldBytes).toBe(0);
  });

  it('cut off the slowest reader when somebody waits for its room, and nobody in vain', () => {
    const desk = openDesk();
    const [slow, shared, quick] = [admit(desk, 'a', 0), admit(desk, 'b', 0), admit(desk, 'b', 0)];
    desk.settle(slow.job, made(100));
    desk.settle(shared.job, made(100));
    desk.expire(0);
    [slow.takenBytes, shared.takenBytes, quick.takenBytes] = [50, 1, 60];
    expect(desk.expire(10)).toEqual([]);
    const next = admit(desk, 'c', 9);
    expect(next.job.startedAt).toBeNull();
    expect(desk.expire(9)).toEqual([]);
    // Who comes again and again to take nothing keeps no room.
    const again = admit(desk, 'a', 9);
    expect(desk.expire(10)).toEqual([slow, again]);
    expect(desk.startNext(10)).toBe(next.job);
    expect(desk.expire(20)).toEqual([]);
  });
});
