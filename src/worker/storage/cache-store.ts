import { READINESS_KEY } from './keys.ts';

export class CacheError extends Error {
  constructor(cause: unknown) {
    super('key-value cache failed', { cause });
    this.name = 'CacheError';
  }
}

/** KV's minimum. */
const EDGE_TTL_SECONDS = 30;

/** For values that may be a minute old and grant no right. Each call throws {CacheError} when KV fails. */
export class CacheStore {
  readonly #kv: KVNamespace;

  constructor(kv: KVNamespace) {
    this.#kv = kv;
  }

  async probe(): Promise<void> {
    await orCacheError(this.#kv.get(READINESS_KEY));
  }

  getJson(key: string): Promise<unknown> {
    return orCacheError(this.#kv.get(key, { type: 'json', cacheTtl: EDGE_TTL_SECONDS }));
  }

  /** At least 60. */
  async putJson(key: string, value: object, ttlSeconds: number): Promise<void> {
    await orCacheError(this.#kv.put(key, JSON.stringify(value), { expirationTtl: ttlSeconds }));
  }

  async invalidate(key: string): Promise<void> {
    await orCacheError(this.#kv.delete(key));
  }
}

async function orCacheError<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation;
  } catch (error) {
    throw new CacheError(error);
  }
}
