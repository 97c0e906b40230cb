import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/shared/bytes.ts';
import { StallError } from '../../../src/shared/stall-watch.ts';
import { ObjectStore } from '../../../src/worker/storage/object-store.ts';
import { SPOOL_BYTES, SpooledPut } from '../../../src/worker/storage/spooled-put.ts';

const LIMITS = { slowMs: 20_000 };

const objects = new ObjectStore(env.BUCKET);

const makeFile = (bytes: number): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 4096) file[at] = at / 4096;
  return file;
};

const appendAll = async (put: SpooledPut, file: Uint8Array, chunkBytes: number): Promise<void> => {
  for (let start = 0; start < file.byteLength; start += chunkBytes) {
    let rest = file.subarray(start, start + chunkBytes);
    while (rest.byteLength > 0) {
      if (put.isFull) await put.send('image/png');
      rest = rest.subarray(put.append(rest));
      expect(put.held.byteLength).toBeLessThanOrEqual(SPOOL_BYTES);
    }
  }
};

describe('a spooled put', () => {
  it.each([0, 1, SPOOL_BYTES - 1, SPOOL_BYTES, SPOOL_BYTES + 1, 2 * SPOOL_BYTES])(
    'stores a file of %i bytes whole, and only at its end',
    async (bytes) => {
      const file = makeFile(bytes);
      const key = `spooled/${String(bytes)}`;
      const put = new SpooledPut(objects, key, LIMITS);
      await appendAll(put, file, 300_001);
      expect(await env.BUCKET.head(key)).toBeNull();
      const sha256 = await sha256Hex(file);
      expect(await put.finish('image/png')).toEqual({ size: bytes, sha256 });
      const stored = await objects.read(key);
      expect(stored?.byteLength).toBe(bytes);
      expect(await sha256Hex(stored ?? new Uint8Array())).toBe(sha256);
      expect((await env.BUCKET.head(key))?.httpMetadata?.contentType).toBe('image/png');
    },
  );

  it('that is aborted leaves nothing, and may be aborted again', async () => {
    const put = new SpooledPut(objects, 'spooled/aborted', LIMITS);
    await appendAll(put, makeFile(SPOOL_BYTES + 1), SPOOL_BYTES);
    await put.abort();
    await put.abort();
    expect(await env.BUCKET.head('spooled/aborted')).toBeNull();
  });

  it.each([10, SPOOL_BYTES + 1])(
    'creates no object of %i bytes after it was aborted',
    async (bytes) => {
      const put = new SpooledPut(objects, 'spooled/late', LIMITS);
      await appendAll(put, makeFile(bytes), SPOOL_BYTES);
      const finished = put.finish('image/png');
      const [outcome] = await Promise.allSettled([finished, put.abort()]);
      expect(outcome.status).toBe('rejected');
      expect(await env.BUCKET.head('spooled/late')).toBeNull();
    },
  );

  it('fails for a key that already has an object', async () => {
    await env.BUCKET.put('spooled/taken', 'x');
    const put = new SpooledPut(objects, 'spooled/taken', LIMITS);
    put.append(makeFile(10));
    await expect(put.finish('image/png')).rejects.toThrow('exists');
  });

  it.each(['createMultipartUpload', 'uploadPart', 'complete', 'put'])(
    'gives up a bucket that never answers to %s, even if it never answers again',
    async (method) => {
      const silent = silence(env.BUCKET, [method, 'abort']);
      const key = `spooled/silent/${method}`;
      const put = new SpooledPut(new ObjectStore(silent), key, { slowMs: 200 });
      const store = async (): Promise<void> => {
        await appendAll(put, makeFile(method === 'put' ? 10 : SPOOL_BYTES + 1), SPOOL_BYTES);
        await put.finish('image/png');
      };
      await expect(store()).rejects.toThrow(StallError);
      await put.abort();
      expect(await env.BUCKET.head(key)).toBeNull();
    },
  );
});

/** These methods never answer. */
function silence<Target extends object>(target: Target, methods: readonly string[]): Target {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (methods.includes(String(name))) return () => new Promise(() => undefined);
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, args);
        return name === 'createMultipartUpload' ? silence(result as object, methods) : result;
      };
    },
  });
}
