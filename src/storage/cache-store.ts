import { READINESS_KEY } from './keys.ts';

/** A failure of the key-value cache; on the wire it is cache_error. */
export class CacheError extends Error {
  constructor(cause: unknown) {
    super('key-value cache failed', { cause });
    this.name = 'CacheError';
  }
}

/** KV: holds only what may be a minute old and grants nobody a right. */
export class CacheStore {
  readonly #kv: KVNamespace;

  constructor(kv: KVNamespace) {
    this.#kv = kv;
  }

  /** @throws {CacheError} when KV does not answer. */
  async probe(): Promise<void> {
    try {
      await this.#kv.get(READINESS_KEY);
    } catch (error) {
      throw new CacheError(error);
    }
  }
}
