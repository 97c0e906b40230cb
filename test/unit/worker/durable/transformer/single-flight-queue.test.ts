import { describe, expect, it } from 'vitest';
import { HeldBytes } from '../../../../../src/worker/durable/transformer/held-bytes.ts';
import {
  SingleFlightQueue,
  type QueueRules,
} from '../../../../../src/worker/durable/transformer/single-flight-queue.ts';

const RULES: QueueRules = {
  concurrent: 2,
  queuedKeys: 4,
  waitingKeys: 8,
  turnMs: 0,
  resultMaxBytes: 100,
  heldMaxBytes: 200,
  waitMs: 30,
  leaseMs: 60,
  idleMs: 30,
  minBytesPerSecond: 1000,
  pressedMs: 10,
  pressedShareMs: 1,
};

interface Made {
  readonly bytes: Uint8Array;
}

let isolateMs = 0;
const createHeld = () => new HeldBytes({ now: () => isolateMs, wait: async () => undefined });
const openQueue = (held = createHeld(), rules: Partial<QueueRules> = {}) =>
  new SingleFlightQueue<string, Made, 'undecodable'>({ ...RULES, ...rules }, held);
/** A queue with a waiting room. */
const openLongQueue = () => openQueue(createHeld(), { turnMs: 20 });
type Queue = ReturnType<typeof openQueue>;
type Reader = NonNullable<ReturnType<Queue['join']>>;
const made = (size: number) => ({
  outcome: 'made' as const,
  made: { bytes: new Uint8Array(size) },
});

/** Joins and starts what has a place, as the object does. Each key has a network and an image of its own. */
const ask = (
  queue: Queue,
  key: string,
  nowMs = 0,
  party: { network?: string; image?: string } = {},
) => {
  const waiter = queue.join(key, key, { network: key, image: key, ...party }, nowMs);
  const job = queue.startNext(nowMs);
  if (job !== null) queue.startNext(nowMs);
  return { waiter, started: job?.key ?? null };
};

const admit = (queue: Queue, key: string, nowMs = 0, party = {}) => {
  const { waiter } = ask(queue, key, nowMs, party);
  if (waiter === null) throw new Error(`${key} was refused`);
  return waiter;
};

const keysOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index)}`);

/** How many of these keys are admitted. */
const countAdmitted = (queue: Queue, keys: readonly string[], party = {}): number =>
  keys.filter((key) => ask(queue, key, 0, party).waiter !== null).length;

describe('transformations', () => {
  it('run two in parallel and queue four keys in order of arrival; the seventh is refused', () => {
    const queue = openQueue();
    const asked = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => ask(queue, key));
    expect(asked.map(({ started }) => started)).toEqual(['a', 'b', null, null, null, null, null]);
    expect(asked.map(({ waiter }) => waiter !== null)).toEqual([...Array(6).fill(true), false]);
    // A key that has a place can still be joined.
    expect(['a', 'f'].map((key) => ask(queue, key).waiter !== null)).toEqual([true, true]);
    const first = asked[0]?.waiter;
    if (first?.job === undefined) throw new Error('a was refused');
    queue.finish(first.job, made(10));
    expect(queue.startNext(0)?.key).toBe('c');
    expect(queue.startNext(0)).toBeNull();
    expect(ask(queue, 'g').waiter).not.toBeNull();
  });

  it('are shared by all requests for a key while it is made or read', () => {
    const queue = openQueue();
    const [first, second] = [admit(queue, 'a'), admit(queue, 'a')];
    expect(second.job).toBe(first.job);
    queue.finish(first.job, made(10));
    expect(admit(queue, 'a').job).toBe(first.job);
    expect(queue.look(second, 0)).toBe(first.job.outcome);
  });

  it('keep a result until its last reader has left', () => {
    const queue = openQueue();
    const readers = [admit(queue, 'a'), admit(queue, 'a')] as const;
    queue.finish(readers[0].job, made(10));
    queue.leave(readers[0]);
    expect(queue.heldBytes).toBe(10);
    queue.leave(readers[1]);
    queue.leave(readers[1]);
    expect([queue.heldBytes, queue.keys]).toEqual([0, []]);
    expect(admit(queue, 'a').job).not.toBe(readers[0].job);
  });

  it('share a failure only with its waiters', () => {
    const queue = openQueue();
    const waiter = admit(queue, 'a');
    queue.finish(waiter.job, { outcome: 'failed', fault: 'undecodable' });
    expect(queue.look(waiter, 0)).toEqual({ outcome: 'failed', fault: 'undecodable' });
    expect(queue.keys).toEqual([]);
    const next = admit(queue, 'a');
    // A waiter of the failed job leaves the next one alone.
    queue.leave(waiter);
    expect(admit(queue, 'a').job).toBe(next.job);
  });

  it('without waiters do not start, and drop their result if they have started', () => {
    const queue = openQueue();
    const [running, , queued] = [admit(queue, 'a'), admit(queue, 'b'), admit(queue, 'c')];
    queue.leave(queued);
    queue.leave(running);
    expect(queue.startNext(0)).toBeNull();
    expect(admit(queue, 'a').job).toBe(running.job);
    queue.finish(running.job, made(10));
    expect(queue.heldBytes).toBe(10);
    expect(queue.startNext(0)).toBeNull();
    const alone = admit(queue, 'd');
    queue.leave(alone);
    queue.finish(alone.job, made(10));
    expect(queue.heldBytes).toBe(10);
  });

  it('do not start while results hold too much memory, and drop a result beyond the limit', () => {
    const queue = openQueue();
    const [first, second] = [admit(queue, 'a'), admit(queue, 'b')];
    queue.finish(first.job, made(101));
    const third = admit(queue, 'c');
    expect(queue.startNext(0)).toBeNull();
    queue.finish(second.job, made(100));
    expect(queue.look(second, 0)).toEqual({ outcome: 'busy' });
    expect(queue.heldBytes).toBe(101);
    queue.leave(first);
    expect(queue.startNext(0)).toBe(third.job);
  });

  it('count the results being read, however long a job has kept the isolate busy', () => {
    const queue = openQueue();
    const [reader, next] = [admit(queue, 'a'), admit(queue, 'b')];
    queue.finish(reader.job, made(101));
    isolateMs += 20_000;
    queue.finish(next.job, made(100));
    expect(next.job.outcome).toEqual({ outcome: 'busy' });
    isolateMs += 20_000;
    expect(admit(queue, 'c').job.startedAt).toBeNull();
  });

  it('share the memory for results with the other queues of the isolate while those exist', () => {
    const held = createHeld();
    const [queue, other] = [openQueue(held), openQueue(held)];
    const reader = admit(queue, 'a');
    queue.finish(reader.job, made(101));
    const waiter = admit(other, 'b');
    expect(waiter.job.startedAt).toBeNull();
    for (let beat = 0; beat < 20; beat += 1) {
      isolateMs += 1000;
      queue.expire(0);
    }
    expect(other.startNext(0)).toBeNull();
    isolateMs += 10_000;
    expect(other.startNext(0)).toBe(waiter.job);
    queue.expire(0);
    other.finish(waiter.job, made(100));
    expect(waiter.job.outcome).toEqual({ outcome: 'busy' });
  });

  it('are waited for no longer than the limit', () => {
    const queue = openQueue();
    const early = admit(queue, 'a', 0);
    const late = admit(queue, 'a', 10);
    expect([queue.look(early, 29), queue.look(early, 30)]).toEqual([null, { outcome: 'busy' }]);
    expect(queue.look(late, 30)).toBeNull();
    queue.finish(late.job, made(10));
    expect(queue.look(late, 50)).toEqual(made(10));
  });

  it('that do not end lose their place, and change nothing if they end later', () => {
    const queue = openQueue();
    const hung = admit(queue, 'a', 0);
    queue.expire(59);
    expect(hung.job.outcome).toBeNull();
    queue.expire(60);
    expect(hung.job.outcome).toEqual({ outcome: 'busy' });
    const next = admit(queue, 'a', 60);
    expect(next.job.startedAt).toBe(60);
    queue.finish(hung.job, made(10));
    expect([queue.heldBytes, next.job.outcome]).toEqual([0, null]);
  });

  it('cut off a waiter that no longer asks while there is nothing to read', () => {
    const queue = openQueue();
    const [still, asks] = [admit(queue, 'a', 0), admit(queue, 'a', 0)];
    queue.look(asks, 20);
    expect(queue.expire(29)).toEqual([]);
    expect(queue.expire(30)).toEqual([still]);
    queue.finish(asks.job, { outcome: 'failed', fault: 'undecodable' });
    expect([queue.expire(49), queue.expire(50), queue.expire(80)]).toEqual([[], [asks], []]);
  });

  it('cut off a reader below the minimum rate, and let any other read all', () => {
    const queue = openQueue();
    const [still, slow, honest] = [
      admit(queue, 'a', 0),
      admit(queue, 'a', 0),
      admit(queue, 'a', 0),
    ];
    queue.finish(still.job, made(100));
    queue.expire(5);
    const gone = new Map<unknown, number>();
    for (let now = 6; now <= 120 && honest.takenBytes < 100; now += 1) {
      for (const reader of [slow, honest]) queue.look(reader, now);
      slow.takenBytes = 40;
      honest.takenBytes += 1;
      for (const waiter of queue.expire(now)) gone.set(waiter, now);
    }
    expect([gone.get(still), gone.get(slow), gone.get(honest)]).toEqual([35, 46, undefined]);
    queue.leave(honest);
    expect(queue.heldBytes).toBe(0);
  });

  it('cut off the slowest reader only when a queued job needs its memory', () => {
    const queue = openQueue();
    const [slow, shared, quick] = [
      admit(queue, 'a', 0),
      admit(queue, 'b', 0),
      admit(queue, 'b', 0),
    ];
    queue.finish(slow.job, made(100));
    queue.finish(shared.job, made(100));
    queue.expire(0);
    [slow.takenBytes, shared.takenBytes, quick.takenBytes] = [50, 1, 60];
    expect(queue.expire(10)).toEqual([]);
    const next = admit(queue, 'c', 9);
    expect(next.job.startedAt).toBeNull();
    expect(queue.expire(9)).toEqual([]);
    // A second reader that takes nothing does not keep the result.
    const again = admit(queue, 'a', 9);
    expect(queue.expire(10)).toEqual([slow, again]);
    expect(queue.startNext(10)).toBe(next.job);
    expect(queue.expire(20)).toEqual([]);
  });
});

describe('the waiting room', () => {
  it('lets keys beyond the queue wait, and move up in the order of arrival', () => {
    const queue = openLongQueue();
    const waiters = keysOf('k', 9).map((key) => admit(queue, key));
    const [first, second] = waiters;
    if (first === undefined || second === undefined) throw new Error('refused');
    queue.finish(first.job, made(10));
    queue.leave(first);
    queue.finish(second.job, made(10));
    expect(queue.startNext(0)?.key).toBe('k2');
    expect(queue.startNext(0)?.key).toBe('k3');
    expect(queue.startNext(0)).toBeNull();
    // A waiter in the queue waits for the outcome, one in the room for a place in the queue.
    expect(waiters.map((waiter) => queue.look(waiter, 20)?.outcome ?? null)).toEqual([
      'made',
      'made',
      ...Array<null>(6).fill(null),
      'busy',
    ]);
  });

  it('frees the place of a key as soon as its last waiter leaves', () => {
    const queue = openLongQueue();
    const keys = keysOf('k', 14);
    const waiters = keys.map((key) => admit(queue, key));
    expect(ask(queue, 'more').waiter).toBeNull();
    for (const waiter of waiters.slice(6)) queue.leave(waiter);
    expect(queue.keys).toEqual(keys.slice(0, 6));
    expect(countAdmitted(queue, keysOf('m', 20))).toBe(8);
  });

  it('drops waiters that were cut off without notice', () => {
    const queue = openLongQueue();
    for (const key of keysOf('k', 14)) ask(queue, key);
    expect(queue.expire(RULES.idleMs)).toHaveLength(14);
    // What runs loses its place when its lease ends.
    expect(queue.keys).toEqual(['k0', 'k1']);
    queue.expire(RULES.leaseMs);
    expect([queue.keys, queue.heldBytes]).toEqual([[], 0]);
  });
});

describe('fair shares', () => {
  /** Ends a running job, and returns the key that starts in its place. */
  const startAfter = (queue: Queue, { job }: ReturnType<typeof admit>) => {
    queue.finish(job, { outcome: 'failed', fault: 'undecodable' });
    return queue.startNext(0);
  };

  it('lend a lone network all places to run and in the queue, and half of those to wait in', () => {
    const queue = openLongQueue();
    const asked = keysOf('a', 20).map((key) => ask(queue, key, 0, { network: 'one' }));
    expect(asked.filter(({ waiter }) => waiter !== null)).toHaveLength(2 + 4 + 4);
    expect(asked.slice(0, 3).map(({ started }) => started)).toEqual(['a0', 'a1', null]);
  });

  it('give the next network every second place that is free', () => {
    const queue = openLongQueue();
    const [first, second] = keysOf('a', 10).map((key) => admit(queue, key, 0, { network: 'one' }));
    expect(countAdmitted(queue, keysOf('b', 20), { network: 'two' })).toBe(4);
    if (first === undefined || second === undefined) throw new Error('refused');
    expect(startAfter(queue, first)?.key).toBe('b0');
    expect(startAfter(queue, second)?.key).toBe('a2');
  });

  it('lend no place in the queue when nobody can wait for it', () => {
    const queue = openQueue();
    expect(countAdmitted(queue, keysOf('a', 20), { network: 'one' })).toBe(2 + 2);
    expect(countAdmitted(queue, keysOf('b', 20), { network: 'two' })).toBe(2);
  });

  it('give another image the next free place, however many networks ask for the first', () => {
    const queue = openLongQueue();
    const waiters = keysOf('a', 10).map((key) => admit(queue, key, 0, { image: 'picture' }));
    expect(ask(queue, 'a10', 0, { image: 'picture' }).waiter).toBeNull();
    const other = admit(queue, 'b');
    const [first] = waiters;
    if (first === undefined) throw new Error('refused');
    expect(startAfter(queue, first)).toBe(other.job);
  });

  it('let networks take turns at one image, and leave half of its places to the second', () => {
    const queue = openLongQueue();
    const image = 'picture';
    const ours = { network: 'one', image };
    const [first, second] = keysOf('a', 8).map((key) => admit(queue, key, 0, ours));
    expect(ask(queue, 'a8', 0, ours).waiter).toBeNull();
    expect(countAdmitted(queue, keysOf('b', 20), { network: 'two', image })).toBe(2);
    if (first === undefined || second === undefined) throw new Error('refused');
    expect(startAfter(queue, first)?.key).toBe('b0');
    expect(startAfter(queue, second)?.key).toBe('a2');
    expect(ask(queue, 'a2', 0, ours).waiter?.job.startedAt).toBe(0);
  });

  it('put nobody who comes again behind those who come later', () => {
    const queue = openLongQueue();
    startAfter(queue, admit(queue, 'a0', 0, { network: 'one' }));
    const [running] = [admit(queue, 'p'), admit(queue, 'q')];
    const again = admit(queue, 'a1', 0, { network: 'one' });
    admit(queue, 'late');
    expect(startAfter(queue, running)).toBe(again.job);
  });

  it('start a shared job early if one of its networks has a share left', () => {
    const queue = openLongQueue();
    const [first] = keysOf('a', 5).map((key) => admit(queue, key, 0, { network: 'one' }));
    const shared = admit(queue, 'a4', 0, { network: 'two' });
    if (first === undefined) throw new Error('refused');
    expect(startAfter(queue, first)).toBe(shared.job);
  });

  it('still count a running job for its network after its waiters have left', () => {
    const queue = openLongQueue();
    queue.leave(admit(queue, 'a0', 0, { network: 'one' }));
    const other = admit(queue, 'b0', 0, { network: 'two' });
    admit(queue, 'a1', 0, { network: 'one' });
    const next = admit(queue, 'b1', 0, { network: 'two' });
    expect(startAfter(queue, other)).toBe(next.job);
  });

  it('are one place at least', () => {
    const queue = openQueue(createHeld(), { concurrent: 1, queuedKeys: 1 });
    expect(countAdmitted(queue, keysOf('a', 5), { network: 'one', image: 'picture' })).toBe(2);
  });
});

describe('memory for results', () => {
  const SECOND_MS = 1000;
  const BEAT_MS = 250;
  const SLOW_BYTES_PER_BEAT = 2200;
  /** The defaults of the service. */
  const DEFAULTS: QueueRules = {
    concurrent: 2,
    queuedKeys: 4,
    waitingKeys: 128,
    turnMs: 20 * SECOND_MS,
    resultMaxBytes: 8_388_608,
    heldMaxBytes: 16_777_216,
    waitMs: 30 * SECOND_MS,
    leaseMs: 60 * SECOND_MS,
    idleMs: 30 * SECOND_MS,
    minBytesPerSecond: 8192,
    pressedMs: 10 * SECOND_MS,
    pressedShareMs: 2 * SECOND_MS,
  };

  /** One network always has ten slow readers; another asks every five seconds and reads at once. Waits of the latter. */
  const simulate = (): number[] => {
    const queue = openQueue(createHeld(), DEFAULTS);
    const [slow, quick] = [new Set<Reader>(), new Set<Reader>()];
    const running = new Set<Reader['job']>();
    const waits: number[] = [];
    let keys = 0;
    const start = (now: number) => {
      for (let job = queue.startNext(now); job !== null; job = queue.startNext(now))
        running.add(job);
    };
    const join = (readers: Set<Reader>, network: string, now: number) => {
      keys += 1;
      const key = `${network}${String(keys)}`;
      const reader = queue.join(key, key, { network, image: key }, now);
      if (reader !== null) readers.add(reader);
    };
    for (let now = 0; now < 600 * SECOND_MS; now += BEAT_MS) {
      isolateMs += BEAT_MS;
      for (const job of running) {
        if (now - (job.startedAt ?? now) < SECOND_MS) continue;
        running.delete(job);
        queue.finish(job, made(job.key.startsWith('slow') ? 6_000_000 : 1_000_000));
      }
      for (const reader of queue.expire(now)) slow.delete(reader);
      for (const reader of [...slow, ...quick]) {
        const outcome = queue.look(reader, now)?.outcome;
        if (outcome === undefined) continue;
        if (slow.has(reader) && outcome === 'made') {
          reader.takenBytes += SLOW_BYTES_PER_BEAT;
          continue;
        }
        if (quick.delete(reader)) waits.push(outcome === 'made' ? now - reader.joinedAt : Infinity);
        slow.delete(reader);
        queue.leave(reader);
      }
      while (slow.size < 10) join(slow, 'slow', now);
      if (now % (5 * SECOND_MS) === 0) join(quick, 'quick', now);
      start(now);
    }
    return waits.toSorted((first, second) => first - second);
  };

  it('is not kept from others by a network that reads large results slowly', () => {
    const waits = simulate();
    const at = (part: number) => waits[Math.floor(waits.length * part)];
    expect(at(0.5)).toBeLessThanOrEqual(3 * SECOND_MS);
    expect(at(0.95)).toBeLessThanOrEqual(5 * SECOND_MS);
    expect(waits).not.toContain(Infinity);
  });
});
