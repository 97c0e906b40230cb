import { env } from 'cloudflare:workers';
import type { Config } from '../../src/worker/config.ts';
import { createServices, sharedServices } from '../../src/worker/deps.ts';
import type { Services, UsageCounters } from '../../src/worker/domain/services.ts';
import { createApp } from '../../src/worker/http/app.ts';
import { createHandler } from '../../src/worker/http/handler.ts';
import { describeApi } from '../../src/worker/http/openapi.ts';
import type { ScryptCost, ScryptRequest } from '../../src/worker/lib/scrypt-request.ts';
import { checkAgainstContract, type ApiDocument } from './contract.ts';
import { instrumentEnv, type Interceptor } from './instrument.ts';
import { ownObjects } from './reset-state.ts';

/** A clock that only moves when advanced. */
export class TestClock {
  #now: number;

  constructor(now = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  /** Advances the clock and returns immediately. */
  async wait(ms: number): Promise<void> {
    this.advance(ms);
  }
}

export interface TestWorker {
  readonly env: Env;
  readonly services: Services;
  readonly clock: TestClock;
  /** Sends a request through the whole API, without a network. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Waits for background work of responses. */
  settle(): Promise<void>;
}

export interface TestWorkerOptions {
  /** With COUNTER_GATHER_MS among them, counts are sent. */
  readonly vars?: Partial<Record<keyof Config, string>>;
  /** Replaces or adds bindings. */
  readonly bindings?: Partial<Env>;
  readonly intercept?: Interceptor;
  readonly clock?: TestClock;
}

export const BASE_URL = 'https://tintype.test';

/** Created once, as in an isolate: it is slow to create and keeps nothing of its requests. */
const handle = createHandler();

const workers: TestWorker[] = [];

/** A hash of milliseconds instead of the third of a second of the real cost, which e2e tests use. */
const CHEAP: ScryptCost = { ln: 4, r: 8, p: 1 };

const hashCheaply = (namespace: Env['PASSWORD_HASHER']): Env['PASSWORD_HASHER'] =>
  new Proxy(namespace, {
    get: (target, property) => {
      if (property !== 'getByName') return Reflect.get(target, property, target) as unknown;
      return (name: string) => ({
        derive: (request: ScryptRequest) =>
          target.getByName(name).derive({ ...request, cost: CHEAP }),
      });
    },
  });

/** Most tests ignore counts, and sending them takes as long as many a request. */
const keepCounts = (shared: { counters: UsageCounters }): void => {
  shared.counters = { ...shared.counters, deliver: () => undefined };
};

/** Generated from the present routes, independent of the built files. */
const readApiDocument = async (): Promise<ApiDocument> => {
  const { document } = await describeApi(createApp());
  return JSON.parse(document) as ApiDocument;
};

/** Waits for the work of all Workers of a test file: work that outlives its file fails the run. */
export const settleWorkers = async (): Promise<void> => {
  await Promise.all(workers.splice(0).map((worker) => worker.settle()));
};

/**
 * A Worker over the test runtime's real bindings, with isolate state of its own: other vars, a clock that can be
 * advanced, an interceptor at the bindings.
 */
export const createTestWorker = (options: TestWorkerOptions = {}): TestWorker => {
  const merged = {
    ...env,
    RATE_LIMITER: ownObjects(env.RATE_LIMITER),
    COUNTERS: ownObjects(env.COUNTERS),
    TRANSFORMER: ownObjects(env.TRANSFORMER),
    PASSWORD_HASHER: hashCheaply(env.PASSWORD_HASHER),
    ...options.bindings,
    ...options.vars,
  };
  const instrumented =
    options.intercept === undefined ? merged : instrumentEnv(merged, options.intercept);
  const clock = options.clock ?? new TestClock();
  if (options.vars?.COUNTER_GATHER_MS === undefined)
    keepCounts(sharedServices(instrumented, clock));
  const pending: Promise<unknown>[] = [];
  const ctx = {
    waitUntil: (work: Promise<unknown>) => {
      pending.push(work);
      // `settle` handles work that fails after the response.
      work.catch(() => undefined);
    },
    passThroughOnException: () => undefined,
    props: {},
  };
  const worker: TestWorker = {
    env: instrumented,
    services: createServices(instrumented, ctx, clock),
    clock,
    fetch: async (path, init) => {
      const request = new Request(new URL(path, BASE_URL), init);
      const response = await handle(
        request,
        sharedServices(instrumented, clock),
        () => createServices(instrumented, ctx, clock),
        ctx,
      );
      // The document describes the service at its own host.
      if (new URL(request.url).host === new URL(BASE_URL).host) {
        await checkAgainstContract({ method: request.method, path }, response, readApiDocument);
      }
      return response;
    },
    settle: async () => {
      while (pending.length > 0) await Promise.allSettled(pending.splice(0));
    },
  };
  workers.push(worker);
  return worker;
};
