import { parseConfig, type Config } from './config.ts';
import { MIGRATIONS } from './db/migrations.ts';
import { openDatabases } from './db/open-databases.ts';
import { ArchivePlaces } from './domain/archive/archive-places.ts';
import { BootGate } from './domain/boot-gate.ts';
import { DomainError } from './domain/errors.ts';
import { partLeaseMs } from './domain/sessions/part-lease.ts';
import { parseSiteFacts } from './domain/site/site-facts.ts';
import type {
  JobQueue,
  OutboxMessage,
  PublishMessage,
  RateVerdict,
  Services,
} from './domain/services.ts';
import { openRequestMetrics } from './durable/counters/analytics.ts';
import { createUsageCounters } from './durable/counters/client.ts';
import type { CounterServices } from './durable/counters/object.ts';
import { createKeyDerivation } from './durable/password-hasher/client.ts';
import { createRateLimits } from './durable/rate-limiter/client.ts';
import { createShareViewCounts } from './durable/share-views/client.ts';
import { createApiKeyStore, createSessionStore } from './durable/sessions/client.ts';
import { createTransformations } from './durable/transformer/client.ts';
import type { TransformerServices } from './durable/transformer/object.ts';
import { systemClock, type Clock } from '../shared/clock.ts';
import { KeyRing } from './lib/key-ring.ts';
import { FairPlaces } from './lib/fair-places.ts';
import { LeasedSemaphore } from './lib/leased-semaphore.ts';
import { createLog } from './lib/log.ts';
import { memoryReserve } from './lib/memory-reserve.ts';
import { CacheStore } from './storage/cache-store.ts';
import { EdgeCache } from './storage/edge-cache.ts';
import { openImageService } from './storage/image-service.ts';
import { SITE_FACTS_KEY } from './storage/keys.ts';
import { MemoryCache } from './storage/memory-cache.ts';
import { NegativeCache } from './storage/negative-cache.ts';
import { ObjectStore } from './storage/object-store.ts';
import { PublicCache } from './storage/public-cache.ts';
import { SharedFacts } from './storage/shared-facts.ts';

// Cache keys need an origin; no request can name this one.
const UNNAMED_ORIGIN = 'https://tintype.invalid';

/** Subjects of limits; some 200 bytes each. */
const MAX_REFUSALS = 4096;

const LOG = createLog();

const isolates = new WeakMap<Env, ReturnType<typeof createIsolate>>();

export function createServices(
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  clock: Clock = systemClock,
): Services {
  const shared = sharedServices(env, clock);
  const primary = createLazily(() => openDatabases(env.DB.withSession('first-primary')));
  const replica = createLazily(() => openDatabases(env.DB.withSession('first-unconstrained')).db);
  return {
    ...shared,
    ...bindQueues(env),
    // The isolate is shared, but each caller may bring its own clock.
    clock,
    background: (work) => ctx.waitUntil(work),
    log: LOG,
    get db() {
      return primary().db;
    },
    get directory() {
      return primary().directory;
    },
    get replica() {
      return replica();
    },
    get objects() {
      return new ObjectStore(env.BUCKET);
    },
    get assets() {
      return env.ASSETS;
    },
    get imageService() {
      return openImageService(env.IMAGES, shared.config.DYNAMIC_RESULT_MAX_BYTES);
    },
    get cache() {
      return new CacheStore(env.CACHE);
    },
    get limiter() {
      return createRateLimits(env.RATE_LIMITER, clock, shared.refusals);
    },
    get deriveKey() {
      return createKeyDerivation(env.PASSWORD_HASHER, shared.config.PASSWORD_HASHER_SHARDS);
    },
    get shareViews() {
      return createShareViewCounts(env.SHARE_VIEWS);
    },
    get sessions() {
      return createSessionStore(env.USER_SESSIONS, clock);
    },
    get apiKeys() {
      return createApiKeyStore(env.USER_SESSIONS, clock);
    },
    get transformer() {
      return createTransformations(env.TRANSFORMER, shared.config.DYNAMIC_SHARDS);
    },
  };
}

/** Created once an isolate. @throws {DomainError} not_configured; its cause names each missing or invalid setting. */
export function sharedServices(env: Env, clock: Clock = systemClock) {
  const known = isolates.get(env);
  if (known !== undefined) return known;
  const isolate = createIsolate(env, clock);
  isolates.set(env, isolate);
  return isolate;
}

export function counterServices(env: Env): CounterServices {
  return {
    config: readConfig(env),
    db: openDatabases(env.DB).db,
    shardOf: (id) => env.COUNTERS.get(env.COUNTERS.idFromString(id)),
  };
}

export function transformerServices(env: Env): TransformerServices {
  const config = readConfig(env);
  return {
    config,
    db: openDatabases(env.DB).db,
    objects: new ObjectStore(env.BUCKET),
    imageService: openImageService(env.IMAGES, config.DYNAMIC_RESULT_MAX_BYTES),
  };
}

function readConfig(env: Env): Config {
  return refusing(() => parseConfig({ ...env }));
}

function refusing<Settings>(read: () => Settings): Settings {
  try {
    return read();
  } catch (cause) {
    throw new DomainError('not_configured', { cause });
  }
}

function createIsolate(env: Env, clock: Clock) {
  const config = readConfig(env);
  const keys = refusing(() => KeyRing.parse(config.KEY_RING));
  const cacheOrigin =
    config.PUBLIC_BASE_URL === '' ? UNNAMED_ORIGIN : new URL(config.PUBLIC_BASE_URL).origin;
  const publicCache = new PublicCache(config, new EdgeCache(caches.default, cacheOrigin));
  memoryReserve.lend(() => publicCache.makeRoomForCodecs());
  return {
    clock,
    config,
    keys,
    bootGate: new BootGate(MIGRATIONS),
    archivePlaces: new ArchivePlaces({
      places: config.ARCHIVES_PER_ISOLATE,
      placesPerUser: config.ARCHIVES_PER_USER,
      idleMs: config.ARCHIVE_IDLE_TIMEOUT_MS,
      clock,
    }),
    partPlaces: new LeasedSemaphore({
      places: config.UPLOAD_CONCURRENT_PARTS_PER_ISOLATE,
      leaseMs: partLeaseMs(config),
      clock,
    }),
    filePlaces: new FairPlaces({
      places: config.UPLOAD_CONCURRENT_FILES_PER_ISOLATE,
      leaseMs: partLeaseMs(config),
      waitMs: config.UPLOAD_FILE_WAIT_MS,
      waiters: config.UPLOAD_WAITING_FILES_PER_ISOLATE,
      waitersPerHolder: config.UPLOAD_WAITING_FILES_PER_USER,
      // The longest file, in the longest time.
      fairBytesPerSecond: (config.UPLOAD_MAX_SOURCE_BYTES * 1000) / config.UPLOAD_PART_TIMEOUT_MS,
      clock,
    }),
    publicCache,
    negativeCache: new NegativeCache(config),
    refusals: new MemoryCache<RateVerdict>(MAX_REFUSALS),
    siteFacts: new SharedFacts({
      cache: new CacheStore(env.CACHE),
      key: SITE_FACTS_KEY,
      ttlMs: config.SITE_FACTS_TTL_MS,
      clock,
      parse: parseSiteFacts,
    }),
    counters: createUsageCounters({
      namespace: env.COUNTERS,
      shards: config.COUNTER_SHARDS,
      gatherMs: config.COUNTER_GATHER_MS,
      maxImages: config.COUNTER_GATHER_IMAGES,
      clock,
      requestMetrics: openRequestMetrics(env.ANALYTICS),
    }),
  };
}

/** Most requests need few of the services. */
function createLazily<Value>(make: () => Value): () => Value {
  let value: { readonly made: Value } | undefined;
  return () => (value ??= { made: make() }).made;
}

function bindQueues(env: Env): Pick<Services, 'avifQueue' | 'outboxQueue' | 'publishQueue'> {
  return {
    publishQueue: bindQueue<PublishMessage>(env.PUBLISH_QUEUE),
    avifQueue: bindQueue<PublishMessage>(env.AVIF_QUEUE),
    outboxQueue: bindQueue<OutboxMessage>(env.OUTBOX_QUEUE),
  };
}

function bindQueue<Message>(queue: Queue): JobQueue<Message> {
  return {
    send: async (message, delaySeconds) => {
      await queue.send(message, delaySeconds === undefined ? undefined : { delaySeconds });
    },
  };
}
