import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DerivativePlan } from '../../../../src/codecs/derive/derivative.ts';
import type { Original } from '../../../../src/domain/derivatives/make-derivative.ts';
import type { Transformation } from '../../../../src/domain/services.ts';
import { createTransformer } from '../../../../src/durable/transformer/client.ts';
import type { OrderOutcome, Transformer } from '../../../../src/durable/transformer/object.ts';
import { sha256Hex } from '../../../../src/lib/bytes.ts';

const RESULT_BYTES = 1_000_000;
/** Instead of the second after which somebody who waits is told so. */
const BEAT_MS = 5;
const PLAN: DerivativePlan = {
  mimeType: 'image/webp',
  size: { width: 40, height: 30 },
  quality: 80,
};

let objects = 0;
let name: string;
/** The keys of the jobs that have begun, and how they end; an object waits for no promise of others. */
let begun: string[];
let ends: Map<string, () => OrderOutcome>;
let nowMs: number;

const stub = (): DurableObjectStub<Transformer> => env.TRANSFORMER.getByName(`${name}:shard-0`);
const namespace = new Proxy(env.TRANSFORMER, {
  get: (target, property) =>
    property === 'getByName' ? stub : (Reflect.get(target, property, target) as unknown),
});
const transformer = createTransformer(namespace, 1);

const originalOf = (objectKey: string): Original => ({
  objectKey,
  mimeType: 'image/png',
  bytes: 1,
  width: 400,
  height: 300,
});
const ask = (objectKey: string): Promise<Transformation> =>
  transformer.transform(originalOf(objectKey), PLAN);
/** What the client gets, for those who leave. */
const askRaw = async (objectKey: string): Promise<ReadableStream<Uint8Array>> => {
  const order = { key: objectKey, original: originalOf(objectKey), plan: PLAN };
  return stub().transform(order);
};
const resultOf = (objectKey: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(RESULT_BYTES).map((_, at) => (at * objectKey.length) % 251);
const finish = async (objectKey: string): Promise<void> => {
  const bytes = resultOf(objectKey);
  const made = { ...PLAN.size, bytes, mimeType: PLAN.mimeType, sha256: await sha256Hex(bytes) };
  ends.set(objectKey, () => ({ outcome: 'made', made }));
};
const bytesOf = async (answer: Transformation): Promise<Uint8Array> => {
  if (answer.outcome !== 'made') throw new Error(JSON.stringify(answer));
  const bytes = new Uint8Array(await new Response(answer.body).arrayBuffer());
  expect([bytes.length, await sha256Hex(bytes)]).toEqual([answer.size, answer.sha256]);
  return bytes;
};
const start = async (...objectKeys: string[]): Promise<Promise<Transformation>[]> => {
  const asked = objectKeys.map(ask);
  await vi.waitFor(() => expect(begun).toEqual(expect.arrayContaining(objectKeys)));
  return asked;
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
  it('makes what a hundred ask for at once one time, and gives each of them all of it', async () => {
    const asked = Array.from({ length: 100 }, () => ask('a'));
    await vi.waitFor(() => expect(begun).toEqual(['a']));
    await finish('a');
    const results = await Promise.all(asked.map(async (answer) => bytesOf(await answer)));
    for (const bytes of results) expect(bytes).toEqual(resultOf('a'));
    expect(begun).toEqual(['a']);
    // It is gone with the last of them.
    const again = await start('a');
    expect(begun).toEqual(['a', 'a']);
    await bytesOf(await (again[0] as Promise<Transformation>));
  });

  it('runs two, lets four wait, and sends the next away with the time to come back', async () => {
    const running = await start('a', 'bb');
    const queued = ['c', 'd', 'e', 'f'].map(ask);
    await vi.waitFor(async () =>
      expect(await ask('g')).toEqual({ outcome: 'busy', retryAfterSeconds: 5 }),
    );
    const joined = ['a', 'f'].map(ask);
    for (const key of ['a', 'bb', 'c', 'd', 'e', 'f']) await finish(key);
    for (const answer of [...running, ...queued, ...joined]) await bytesOf(await answer);
    expect(begun).toEqual(['a', 'bb', 'c', 'd', 'e', 'f']);
  });

  it('tells each who waits why there is nothing', async () => {
    const asked = await start('a', 'b');
    const more = ask('a');
    ends.set('a', () => ({ outcome: 'failed', fault: 'undecodable' }));
    ends.set('b', () => {
      throw new Error('the service is down');
    });
    expect(await Promise.all([...asked, more])).toEqual([
      { outcome: 'failed', fault: 'undecodable' },
      { outcome: 'busy', retryAfterSeconds: 5 },
      { outcome: 'failed', fault: 'undecodable' },
    ]);
  });

  it('does the work for those who stay, and none for those who leave', async () => {
    const [stays] = await start('a', 'b');
    const leaves = await askRaw('a');
    const queued = [await askRaw('c'), await askRaw('c')];
    await Promise.all([leaves, ...queued].map((stream) => stream.cancel()));
    // The place of the job that was dropped, and three more.
    const next = ['d', 'e', 'f', 'g'].map(async (key) => ask(key));
    await vi.waitFor(async () => expect((await ask('h')).outcome).toBe('busy'));
    for (const key of ['a', 'b', 'd', 'e', 'f', 'g']) await finish(key);
    expect(await bytesOf(await (stays as Promise<Transformation>))).toEqual(resultOf('a'));
    for (const answer of next) await bytesOf(await answer);
    expect(begun).toEqual(['a', 'b', 'd', 'e', 'f', 'g']);
  });

  it('drops a result that all have left, one of them while reading', async () => {
    const [first, second] = [ask('a'), ask('a')];
    await finish('a');
    const [read, left] = await Promise.all([first, second]);
    if (left.outcome !== 'made') throw new Error(left.outcome);
    const reader = left.body.getReader();
    await reader.read();
    await reader.cancel();
    expect(await bytesOf(read)).toEqual(resultOf('a'));
    await vi.waitFor(async () => {
      await bytesOf(await ask('a'));
      expect(begun.length).toBeGreaterThan(1);
    });
  });

  it('cuts off a reader who takes nothing, and nobody else', async () => {
    const asked = [ask('a'), ask('a')] as const;
    await finish('a');
    const [still, other] = await Promise.all(asked);
    if (still.outcome !== 'made') throw new Error(still.outcome);
    const bytes = await bytesOf(other);
    expect(bytes).toEqual(resultOf('a'));
    nowMs += Number(env.DYNAMIC_TIMEOUT_MS);
    await new Promise((resolve) => {
      setTimeout(resolve, 10 * BEAT_MS);
    });
    await expect(new Response(still.body).arrayBuffer()).rejects.toThrow();
  });

  it('sends away who has waited too long', async () => {
    const [asked] = await start('a');
    nowMs += Number(env.DYNAMIC_TIMEOUT_MS);
    expect(await asked).toEqual({ outcome: 'busy', retryAfterSeconds: 5 });
  });

  it('leaves nobody waiting and no result half sent when it dies', async () => {
    const [read] = await start('a');
    const [waits] = await start('b');
    await finish('a');
    const made = await (read as Promise<Transformation>);
    if (made.outcome !== 'made') throw new Error(made.outcome);
    const died = runInDurableObject(stub(), (_, state) => state.abort('died'));
    await expect(died).rejects.toThrow('died');
    expect(await waits).toEqual({ outcome: 'busy', retryAfterSeconds: 1 });
    await expect(new Response(made.body).arrayBuffer()).rejects.toThrow();
    // The next one starts anew, with the real work: there is no such object.
    expect(await ask('a')).toEqual({ outcome: 'failed', fault: 'source_missing' });
  });
});
