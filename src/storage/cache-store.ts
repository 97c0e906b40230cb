import { READINESS_KEY } from './keys.ts';

/** A failure of the key-value cache (error 1002). */
export class CacheError extends Error {
  constructor(cause: unknown) {
    super('key-value cache failed', { cause });
    this.name = 'CacheError';
  }
}

/** KV: holds only what may be a minute old and gives nobody a right. */
export class CacheStore {
  readonly #kv: KVNamespace;

  constructor(kv: KVNamespace) {
    this.#kv = kv;
  }

  /** @throws CacheError when KV does not answer. */
  async probe(): Promise<void> {
    await this.getText(READINESS_KEY);
  }

  async getText(key: string): Promise<string | null> {
    try {
      return await this.#kv.get(key);
    } catch (error) {
      throw new CacheError(error);
    }
  }

  /** Keeps a text for `ttlSeconds` (at least 60). */
  async putText(key: string, text: string, ttlSeconds: number): Promise<void> {
    try {
      await this.#kv.put(key, text, { expirationTtl: ttlSeconds });
    } catch (error) {
      throw new CacheError(error);
    }
  }
}
