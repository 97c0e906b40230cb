import { parseConfig } from './config.ts';
import { Database } from './db/database.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { BootGate } from './domain/boot-gate.ts';
import type { Counters, JobQueue, Services } from './domain/services.ts';
import { createRateLimiter } from './durable/rate-limiter/client.ts';
import type { RateLimiter } from './durable/rate-limiter/object.ts';
import { createSessionStore } from './durable/sessions/client.ts';
import type { UserSessions } from './durable/sessions/object.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { KeyRing } from './lib/key-ring.ts';
import { createLog } from './lib/log.ts';
import { Slots } from './lib/slots.ts';
import { CacheStore } from './storage/cache-store.ts';
import { ObjectStore } from './storage/object-store.ts';

export interface Env {
  readonly DB: D1Database;
  readonly CACHE: KVNamespace;
  readonly BUCKET: R2Bucket;
  readonly RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  readonly USER_SESSIONS: DurableObjectNamespace<UserSessions>;
  readonly PUBLISH_QUEUE: Queue;
  readonly OUTBOX_QUEUE: Queue;
}

const queueOf = <Message>(queue: Queue): JobQueue<Message> => ({
  send: async (message, delaySeconds) => {
    await queue.send(message, delaySeconds === undefined ? undefined : { delaySeconds });
  },
});

/** What an isolate keeps from request to request. */
const createIsolate = (env: Env) => {
  const config = parseConfig({ ...env });
  return {
    config,
    keys: KeyRing.parse(config.KEY_RING),
    bootGate: new BootGate(MIGRATIONS),
    partSlots: new Slots(config.UPLOAD_CONCURRENT_PARTS_PER_ISOLATE),
  };
};

const isolates = new WeakMap<Env, ReturnType<typeof createIsolate>>();

/** Puts the services together from the bindings. Nothing else reads them. */
export const createServices = (
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  clock: Clock = systemClock,
): Services => {
  const isolate = isolates.get(env) ?? createIsolate(env);
  isolates.set(env, isolate);
  return {
    ...isolate,
    clock,
    log: createLog(),
    db: new Database(env.DB.withSession('first-primary')),
    replica: new Database(env.DB.withSession('first-unconstrained')),
    objects: new ObjectStore(env.BUCKET),
    cache: new CacheStore(env.CACHE),
    limiter: createRateLimiter(env.RATE_LIMITER, clock),
    sessions: createSessionStore(env.USER_SESSIONS, clock),
    counters: {} as Counters,
    publishQueue: queueOf(env.PUBLISH_QUEUE),
    outboxQueue: queueOf(env.OUTBOX_QUEUE),
    background: (work) => ctx.waitUntil(work),
  };
};
