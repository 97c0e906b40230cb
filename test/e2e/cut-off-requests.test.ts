import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker, type RunningWorker } from '../bench/start-tintype.ts';

const SRC = join(import.meta.dirname, '../../src');
const LEASE_MS = 1500;

/**
 * The runtime cancels a request's work after its answer: /hold is cut off while it holds the isolate's only place, /wait
 * while it waits for it.
 */
const WORKER = `
import { systemClock } from './clock.ts';
import { LeasedSemaphore } from './leased-semaphore.ts';
const places = new LeasedSemaphore({ places: 1, leaseMs: ${String(LEASE_MS)}, clock: systemClock });
let begun = 0;
let ended = 0;
const hold = async () => {
  begun += 1;
  await systemClock.wait(${String(LEASE_MS / 3)});
  ended += 1;
};
const WORK = {
  '/hold': async () => void places.run(hold),
  '/wait': async () => void places.run(hold),
  '/work': () => places.run(hold),
  '/state': () => undefined,
};
export default {
  async fetch(request) {
    await WORK[new URL(request.url).pathname]();
    return Response.json({ begun, ended });
  },
};`;

let worker: RunningWorker;

const moduleOf = (folder: string, name: string) => ({
  type: 'ESModule' as const,
  path: name,
  contents: stripTypeScriptTypes(readFileSync(join(SRC, folder, name), 'utf8')),
});

beforeAll(async () => {
  worker = await startWorker({
    name: 'places',
    compatibilityDate: '2026-10-01',
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: WORKER },
      moduleOf('shared', 'clock.ts'),
      moduleOf('worker/lib', 'leased-semaphore.ts'),
    ],
  });
});

afterAll(async () => {
  await worker[Symbol.asyncDispose]();
});

const ask = async (path: string): Promise<{ begun: number; ended: number }> =>
  (await fetch(new URL(path, worker.url))).json() as Promise<{ begun: number; ended: number }>;

describe('a place in an isolate', () => {
  it('is free again in time when its request is cut off during work', async () => {
    const before = await ask('/state');
    const start = performance.now();
    expect(await ask('/hold')).toEqual({ begun: before.begun + 1, ended: before.ended });
    // This work ends; the previous one's never does.
    expect(await ask('/work')).toEqual({ begun: before.begun + 2, ended: before.ended + 1 });
    expect(performance.now() - start).toBeGreaterThan(LEASE_MS);
  });

  it('is not kept for requests that are cut off while they wait', async () => {
    const before = await ask('/state');
    await ask('/hold');
    for (let index = 0; index < 3; index += 1) await ask('/wait');
    const answers = await Promise.all([ask('/work'), ask('/work')]);
    expect(answers).toContainEqual({ begun: before.begun + 3, ended: before.ended + 2 });
  });
});
