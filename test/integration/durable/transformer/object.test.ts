import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { VARS } from '../../../../src/worker/config-vars.ts';
import { transformerServices } from '../../../../src/worker/deps.ts';
import type { DerivativePlan } from '../../../../src/worker/imaging/derive/derivative.ts';
import { inspectImage } from '../../../../src/worker/imaging/derive/inspect-image.ts';
import type { Original } from '../../../../src/worker/domain/derivatives/original.ts';
import type { Transformation } from '../../../../src/worker/domain/services.ts';
import { createTransformations } from '../../../../src/worker/durable/transformer/client.ts';
import { readHead } from '../../../../src/worker/durable/transformer/frames.ts';
import {
  Transformer,
  type Order,
  type OrderOutcome,
} from '../../../../src/worker/durable/transformer/object.ts';
import { sha256Hex } from '../../../../src/shared/bytes.ts';
import { readUpTo } from '../../../../src/shared/streams.ts';
import { WEBP } from '../../../support/fixtures.ts';

/** More than one chunk. */
const RESULT_BYTES = 200_000;
/** Replaces the object's own heartbeat interval. */
const BEAT_MS = 5;
const PLAN: DerivativePlan = {
  mimeType: 'image/webp',
  size: { width: 40, height: 30 },
  quality: 80,
};

let objects = 0;
let name: string;
/** The keys of the started jobs, and their outcomes; an object cannot await promises of other contexts. */
let begun: string[];
let ends: Map<string, () => OrderOutcome>;
let nowMs: number;

const stub = (): DurableObjectStub<Transformer> => env.TRANSFORMER.getByName(`${name}:shard-0`);
const namespace = new Proxy(env.TRANSFORMER, {
  get: (target, property) =>
    property === 'getByName' ? stub : (Reflect.get(target, property, target) as unknown),
});
const transformer = createTransformations(namespace, 1);

const originalOf = (objectKey: string): Original => ({
  objectKey,
  mimeType: 'image/png',
  bytes: 1,
  width: 400,
  height: 300,
});
/** Requests a derivative of an original, from a network of its own or from this one. */
const ask = (objectKey: string, network = objectKey): Promise<Transformation> =>
  transformer.transform(originalOf(objectKey), PLAN, network);
/** The client's result, for callers that leave. */
const askRaw = async (objectKey: string, network = objectKey) => {
  const order = { key: objectKey, original: originalOf(objectKey), plan: PLAN };
  return stub().transform(order, network);
};
const resultOf = (objectKey: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(RESULT_BYTES).map((_, at) => (at * objectKey.length) % 251);
const finish = async (objectKey: string): Promise<void> => {
  const bytes = resultOf(objectKey);
  const made = { ...PLAN.size, bytes, mimeType: PLAN.mimeType, sha256: await sha256Hex(bytes) };
  ends.set(objectKey, () => ({ outcome: 'made', made }));
};
/** Reads a result to its end, and compares it with its head and with the derivative. */
const readWhole = async (answer: Transformation, objectKey: string): Promise<void> => {
  if (answer.outcome !== 'made') throw new Error(JSON.stringify(answer));
  const bytes = new Uint8Array(await new Response(answer.body).arrayBuffer());
  const sha256 = await sha256Hex(resultOf(objectKey));
  expect([bytes.length, await sha256Hex(bytes)]).toEqual([answer.size, answer.sha256]);
  expect(answer.sha256).toBe(sha256);
};
/** Reads the keys of the object's jobs and the size of its results. */
const look = <T>(read: (held: Transformer['held']) => T): Promise<T> =>
  runInDurableObject(stub(), (object) => read(object.held));

/** A request for an existing original. */
const storeOrder = async (): Promise<Order> => {
  const objectKey = 'transformer-test/original';
  await env.BUCKET.put(objectKey, WEBP.lossy);
  const plan: DerivativePlan = { ...PLAN, mimeType: 'image/png', size: { width: 10, height: 8 } };
  return { key: 'real', original: { ...originalOf(objectKey), mimeType: 'image/webp' }, plan };
};

beforeEach(async () => {
  objects += 1;
  name = `transformer-test-${String(objects)}`;
  begun = [];
  ends = new Map();
  nowMs = 0;
  await runInDurableObject(stub(), (object) => {
    object.clock = {
      now: () => nowMs,
      wait: () =>
        new Promise((resolve) => {
          setTimeout(resolve, BEAT_MS);
        }),
    };
    object.make = async ({ original: { objectKey } }) => {
      begun.push(objectKey);
      for (;;) {
        const end = ends.get(objectKey);
        if (end !== undefined) return end();
        await object.clock.wait(BEAT_MS);
      }
    };
  });
});

describe('the transformer', () => {
  it('makes a derivative once for 100 concurrent requests, each of which gets it whole', async () => {
    const asked = Array.from({ length: 100 }, () => ask('a'));
    await finish('a');
    await Promise.all(asked.map(async (answer) => readWhole(await answer, 'a')));
    expect(begun).toEqual(['a']);
    // The result is dropped with its last reader.
    await readWhole(await ask('a'), 'a');
    expect(begun).toEqual(['a', 'a']);
  });

  it('makes a derivative once when requests differ only in a quality that its type ignores', async () => {
    for (const [mimeType, keys] of [
      ['image/png', 1],
      ['image/gif', 1],
      ['image/webp', 2],
    ] as const) {
      begun = [];
      const original = originalOf(mimeType);
      const asked = [50, 90].map((quality) =>
        transformer.transform(original, { ...PLAN, mimeType, quality }, String(quality)),
      );
      await finish(mimeType);
      await Promise.all(asked.map(async (answer) => readWhole(await answer, mimeType)));
      expect(begun, mimeType).toHaveLength(keys);
    }
  });

  it('runs two jobs and queues four; the next caller waits, then gets Retry-After', async () => {
    const keys = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff'];
    const asked = [];
    // One after another: each takes the next place.
    for (const key of keys) asked.push(await askRaw(key));
    const next = ask('g');
    await expect.poll(() => look((held) => held.keys)).toHaveLength(7);
    asked.push(await askRaw('a'), await askRaw('ffffff'));
    nowMs += Number(VARS.DYNAMIC_WAIT_MS.fallback);
    expect(await next).toEqual({ outcome: 'busy', retryAfterSeconds: 5 });
    await expect.poll(() => begun).toEqual(['a', 'bb']);
    await Promise.all(keys.map(finish));
    for (const stream of asked) expect((await readHead(stream))?.outcome).toBe('made');
    await Promise.all(asked.map((stream) => stream.cancel()));
    expect(begun).toEqual(keys);
  });

  it('makes all 24 thumbnails of a page that requests them together', async () => {
    const keys = Array.from({ length: 24 }, (_, index) => `picture-${String(index)}`);
    await Promise.all(keys.map(finish));
    const asked = keys.map((key) => ask(key, 'visitor'));
    await Promise.all(
      asked.map(async (answer, index) => readWhole(await answer, keys[index] ?? '')),
    );
    expect(begun.toSorted()).toEqual(keys.toSorted());
  });

  it('starts another network next, however much the first one has requested', async () => {
    const greedy = Array.from({ length: 200 }, (_, index) => ask(`greedy-${String(index)}`, 'one'));
    const refused = { outcome: 'busy', retryAfterSeconds: 5 };
    const first = await Promise.race(greedy);
    expect(first).toEqual(refused);
    const other = ask('other', 'two');
    await Promise.all(['other', 'greedy-0'].map(finish));
    await readWhole(await other, 'other');
    expect(begun.slice(0, 3)).toEqual(['greedy-0', 'greedy-1', 'other']);
    await runInDurableObject(stub(), (_, state) => state.abort('done')).catch(() => undefined);
    await Promise.all(greedy);
  });

  it('remembers permanent failures for some minutes, and retries lost results', async () => {
    for (const [key, fault, tries] of [
      ['broken', 'undecodable', ['broken']],
      ['huge', 'too_large', ['huge']],
      ['lost', 'source_missing', ['lost', 'lost']],
    ] as const) {
      begun = [];
      ends.set(key, () => ({ outcome: 'failed', fault }));
      for (let view = 0; view < 2; view += 1) {
        expect(await ask(key)).toEqual({ outcome: 'failed', fault });
      }
      expect(begun).toEqual(tries);
    }
    nowMs += 600_000;
    await finish('huge');
    await readWhole(await ask('huge'), 'huge');
  });

  it('tells each waiter why there is no result', async () => {
    const asked = ['a', 'b', 'a'].map((key) => ask(key));
    ends.set('a', () => ({ outcome: 'failed', fault: 'undecodable' }));
    ends.set('b', () => {
      throw new Error('the service is down');
    });
    const failed = { outcome: 'failed', fault: 'undecodable' };
    const busy = { outcome: 'busy', retryAfterSeconds: 5 };
    expect(await Promise.all(asked)).toEqual([failed, busy, failed]);
  });

  it('works for the waiters that stay, and starts nothing for those that have left', async () => {
    const stays = await askRaw('a');
    const others = [await askRaw('b'), await askRaw('a'), await askRaw('c'), await askRaw('c')];
    await Promise.all(others.map((stream) => stream.cancel()));
    // Their places are free once a heartbeat could not be sent.
    await expect.poll(() => look(({ keys }) => keys)).toEqual(['a', 'b']);
    await finish('a');
    await finish('b');
    await stays.pipeTo(new WritableStream());
    await expect.poll(() => look(({ keys }) => keys)).toEqual([]);
    expect(begun).toEqual(['a', 'b']);
  });

  it('drops a result once all readers have left, even in the middle of it', async () => {
    const [first, second] = [ask('a'), ask('a')];
    await finish('a');
    const [read, left] = await Promise.all([first, second]);
    if (left.outcome !== 'made') throw new Error(left.outcome);
    const reader = left.body.getReader();
    await reader.read();
    await reader.cancel();
    await readWhole(read, 'a');
    await expect.poll(() => look(({ heldBytes }) => heldBytes)).toBe(0);
  });

  it('makes a real derivative, even when its first caller has left', async () => {
    name = `${name}-untouched`;
    const order = await storeOrder();
    const streams = [
      await stub().transform(order, 'a'),
      await stub().transform(order, 'b'),
    ] as const;
    await streams[0].cancel();
    const head = await readHead(streams[1]);
    const bytes = await readUpTo(streams[1], RESULT_BYTES);
    if (bytes === null) throw new Error('too large');
    const [sha256, size] = [await sha256Hex(bytes), bytes.length];
    expect(head).toEqual({ outcome: 'made', sha256, size, mimeType: 'image/png' });
    expect(await inspectImage(bytes)).toMatchObject({
      ok: true,
      value: { size: order.plan.size },
    });
  });

  it('refuses a result above the size limit', async () => {
    const order = await storeOrder();
    const outcome = await runInDurableObject(stub(), (_, state) =>
      new Transformer(
        state,
        env,
        transformerServices(Object.assign({ ...env }, { DYNAMIC_RESULT_MAX_BYTES: '50' })),
      ).make(order),
    );
    expect(outcome).toEqual({ outcome: 'failed', fault: 'too_large' });
  });

  it('cancels only a stalled reader', async () => {
    const asked = [ask('a'), ask('a')] as const;
    await finish('a');
    const [still, other] = await Promise.all(asked);
    if (still.outcome !== 'made') throw new Error(still.outcome);
    await readWhole(other, 'a');
    await look(({ heldBytes }) => expect(heldBytes).toBe(RESULT_BYTES));
    nowMs += Number(VARS.DYNAMIC_TIMEOUT_MS.fallback);
    await expect.poll(() => look(({ heldBytes }) => heldBytes)).toBe(0);
    await expect(new Response(still.body).arrayBuffer()).rejects.toThrow();
  });

  it('answers busy to a waiter after its timeout', async () => {
    const asked = ask('a');
    await expect.poll(() => begun).toEqual(['a']);
    nowMs += Number(VARS.DYNAMIC_TIMEOUT_MS.fallback);
    expect(await asked).toMatchObject({ outcome: 'busy' });
  });

  it('answers busy to waiters and breaks unfinished results when it dies', async () => {
    const [reads, waits] = [ask('a'), ask('b')];
    await finish('a');
    const made = await reads;
    if (made.outcome !== 'made') throw new Error(made.outcome);
    const died = runInDurableObject(stub(), (_, state) => state.abort('died'));
    await expect(died).rejects.toThrow('died');
    expect(await waits).toEqual({ outcome: 'busy', retryAfterSeconds: 1 });
    await expect(new Response(made.body).arrayBuffer()).rejects.toThrow();
    // The next object does the real work: the original does not exist.
    expect(await ask('a')).toEqual({ outcome: 'failed', fault: 'source_missing' });
  });
});
