import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it, vi } from 'vitest';
import { sharedServices } from '../../../src/worker/deps.ts';
import type { Services } from '../../../src/worker/domain/services.ts';
import { createHandler } from '../../../src/worker/http/handler.ts';
import { seedPublishedImage } from '../../support/images.ts';
import { BASE_URL, createTestWorker, type TestWorkerOptions } from '../../support/worker.ts';

/** The bindings that a row and an object need. */
const OF_COLD_VIEWS = [
  'background',
  'clock',
  'config',
  'db',
  'negativeCache',
  'objects',
  'publicCache',
  'replica',
];

/** An isolate that has only answered views; it records the services that requests create. */
const setUp = async (vars: TestWorkerOptions['vars'] = {}) => {
  const worker = createTestWorker({ vars });
  const image = await seedPublishedImage(worker);
  await worker.fetch('/ready');
  const asked = new Set<string>();
  const noted = new Proxy(worker.services, {
    get: (services, name) => {
      asked.add(String(name));
      return Reflect.get(services, name) as unknown;
    },
  });
  let created = 0;
  let isAtOnce = false;
  const createServices = (): Services => {
    created += 1;
    return noted;
  };
  const makesApi = vi.spyOn(OpenAPIHono.prototype, 'route');
  const handle = createHandler();
  const pending: Promise<unknown>[] = [];
  const ctx = {
    waitUntil: (work: Promise<unknown>) => void pending.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const ask = async (path: string, init?: RequestInit): Promise<number> => {
    created = 0;
    asked.clear();
    const request = new Request(new URL(path, BASE_URL), init);
    const shared = sharedServices(worker.env, worker.clock);
    const answer = handle(request, shared, createServices, ctx);
    isAtOnce = answer instanceof Response;
    const response = await answer;
    await response.arrayBuffer();
    await Promise.all(pending.splice(0));
    return response.status;
  };
  return {
    link: `/i/${image.uniqueLink}.webp`,
    ask,
    isApiMade: () => makesApi.mock.calls.length > 0,
    isAtOnce: () => isAtOnce,
    usage: () => ({ created, asked: [...asked].toSorted() }),
  };
};

describe.each([
  ['memory', {}],
  ['the edge cache', { MEMORY_CACHE_ENTRY_BYTES: '0' }],
])('a public view that %s answers', (tier, vars) => {
  it.each([
    ['whole', {}, 200],
    ['in part', { headers: { Range: 'bytes=2-9' } }, 206],
    ['as 304', { headers: { 'If-None-Match': '*' } }, 304],
    ['as HEAD', { method: 'HEAD' }, 200],
  ])('(%s) creates neither the API nor the services of a request', async (_, init, status) => {
    const { link, ask, isAtOnce, isApiMade, usage } = await setUp(vars);
    await ask(link);
    expect(await ask(link, init)).toBe(status);
    // Memory answers synchronously; HEAD is rare, and goes through the edge tier.
    expect(isAtOnce()).toBe(tier === 'memory' && !('method' in init));
    expect(usage()).toEqual({ created: 0, asked: [] });
    expect(isApiMade()).toBe(false);
  });
});

describe('a public view of row and object', () => {
  it('creates no API, and reads only its bindings', async () => {
    const { link, ask, isApiMade, usage } = await setUp();
    expect(await ask(link)).toBe(200);
    expect(usage()).toEqual({ created: 1, asked: OF_COLD_VIEWS });
    expect(isApiMade()).toBe(false);
    await ask('/health');
    expect(isApiMade()).toBe(true);
  });
});
