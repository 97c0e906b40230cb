import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '../../../src/shared/bytes.ts';
import { StallError } from '../../../src/shared/stall-watch.ts';
import {
  putChecked,
  type CheckedPut,
  type Inspector,
} from '../../../src/worker/storage/checked-put.ts';
import { ObjectStore } from '../../../src/worker/storage/object-store.ts';
import { createTestWorker } from '../../support/worker.ts';

const MIB = 1_048_576;
const { BUCKET } = createTestWorker().env;
const store = new ObjectStore(BUCKET);

/** Limits that no test here reaches. */
const LIMITS = { timeoutMs: 20_000, slowest: { bytesPerSecond: 8192, forMs: 20_000 } };

const acceptAll: Inspector<string> = { push: () => null, finish: () => null };

const bodyOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes).body ?? new ReadableStream<Uint8Array>();

const noise = (bytes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes).map((_, i) => (i * 31 + (i >> 8)) & 0xff);

const put = async (bytes: Uint8Array<ArrayBuffer>, inspector: Inspector<string>, key: string) =>
  putChecked(store, {
    key,
    body: bodyOf(bytes),
    size: bytes.byteLength,
    sha256: await sha256Hex(bytes),
    inspector,
    ...LIMITS,
  });

describe('putChecked', () => {
  it.each([1, 2, MIB - 1, MIB, MIB + 1, 3 * MIB, 3 * MIB + 7])(
    'stores %i bytes unchanged and passes them all, in order, to the inspector',
    async (length) => {
      const bytes = noise(length);
      let seen = 0;
      const inspector: Inspector<string> = {
        push: (chunk) => {
          const isSame = chunk.every((byte, i) => byte === bytes[seen + i]);
          seen += chunk.byteLength;
          return isSame ? null : `other bytes before ${seen}`;
        },
        finish: () => (seen === length ? null : `${seen} bytes`),
      };
      const key = `whole-${length}`;
      expect(await put(bytes, inspector, key)).toEqual({ outcome: 'stored' });
      const stored = await store.read(key);
      expect(await sha256Hex(stored ?? new Uint8Array(0))).toBe(await sha256Hex(bytes));
    },
  );

  it('stores nothing when the inspector refuses at the very end', async () => {
    const inspector = { ...acceptAll, finish: () => 'no' };
    for (const length of [10, MIB, 2 * MIB + 3]) {
      const outcome = await put(noise(length), inspector, 'refused');
      expect(outcome).toEqual({ outcome: 'refused', refusal: 'no' });
      expect(await BUCKET.head('refused')).toBeNull();
    }
  });

  it('stores nothing when the body is shorter or longer than declared', async () => {
    const bytes = noise(2 * MIB);
    for (const size of [2 * MIB - 1, 2 * MIB + 1, MIB, 3 * MIB]) {
      const outcome = await putChecked(store, {
        key: 'other-length',
        body: bodyOf(bytes),
        size,
        sha256: await sha256Hex(bytes),
        inspector: acceptAll,
        ...LIMITS,
      });
      expect(outcome).toEqual({ outcome: 'broken' });
      expect(await BUCKET.head('other-length')).toBeNull();
    }
  });

  it('leaves an existing object unchanged', async () => {
    const bytes = noise(2 * MIB);
    expect(await put(bytes, acceptAll, 'taken')).toEqual({ outcome: 'stored' });
    expect(await put(bytes, acceptAll, 'taken')).toEqual({ outcome: 'exists' });
  });

  it('throws the error of R2, however much of the body is left', async () => {
    const failing = {
      putNew: async () => {
        throw new Error('R2 is down');
      },
    };
    const putting = putChecked(failing, {
      key: 'x',
      body: bodyOf(noise(5 * MIB)),
      size: 5 * MIB,
      sha256: '',
      inspector: acceptAll,
      ...LIMITS,
    });
    await expect(putting).rejects.toThrow('R2 is down');
  });

  it.each([0, 100, MIB, 2 * MIB])(
    'throws it when the sender pauses too long after %i bytes',
    async (sent) => {
      const seen = { cancelled: false };
      const body = new ReadableStream({
        type: 'bytes',
        start: (controller) => {
          if (sent > 0) controller.enqueue(noise(sent));
        },
        cancel: () => {
          seen.cancelled = true;
        },
      });
      const full = {
        putNew: async () => {
          await scheduler.wait(10);
          throw new Error('the disk is full');
        },
      };
      const slowest = { bytesPerSecond: 8192, forMs: 50 };
      const part = { key: 'x', body, size: 5 * MIB, sha256: '', inspector: acceptAll };
      const start = Date.now();
      const putting = putChecked(full, { ...part, timeoutMs: LIMITS.timeoutMs, slowest });
      await expect(putting).rejects.toThrow('the disk is full');
      expect(Date.now() - start).toBeLessThan(LIMITS.timeoutMs / 2);
      // Unless it ended between two reads: then the rest is drained.
      expect(seen.cancelled).toBe(body.locked);
    },
  );

  describe('leaves the unread rest of a body to be drained', () => {
    /** The end of a put of 5 MiB, and the bytes that it leaves. */
    const leave = async (
      objects: Parameters<typeof putChecked>[0],
      changes: Partial<CheckedPut<string>> = {},
    ) => {
      const body = bodyOf(noise(5 * MIB));
      const part = { key: 'drained', body, size: 5 * MIB, inspector: acceptAll, ...LIMITS };
      const put = { ...part, sha256: await sha256Hex(''), ...changes };
      const end = await putChecked(objects, put).catch((error: unknown) => error);
      let left = 0;
      for await (const chunk of body) left += chunk.byteLength;
      return { end, left };
    };

    it('that is refused', async () => {
      const inspector = { ...acceptAll, push: () => 'no' };
      expect(await leave(store, { inspector })).toMatchObject({
        end: { outcome: 'refused' },
        left: 4 * MIB,
      });
    });

    it('when R2 fails', async () => {
      const broken = { putNew: () => Promise.reject(new Error('R2 is down')) };
      const { end, left } = await leave(broken);
      expect(end).toEqual(new Error('R2 is down'));
      expect(left).toBeGreaterThanOrEqual(3 * MIB);
    });

    it('when R2 takes nothing', async () => {
      const stuck = { putNew: () => new Promise<never>(() => undefined) };
      const slowest = { bytesPerSecond: 2 * MIB, forMs: 100 };
      const { end, left } = await leave(stuck, { slowest });
      expect(end).toBeInstanceOf(StallError);
      expect(left).toBeGreaterThanOrEqual(3 * MIB);
    });
  });

  /** Time advances only while a body is awaited, so a slow machine does not matter. */
  describe('with a slow body', () => {
    const SIZE = 200_000;
    const PAUSE_MS = 20;
    /** A sender still accepted by then sends nothing more. */
    const HANG_UP_MS = 2000;
    const KEY = 'slow';

    beforeEach(async () => {
      await BUCKET.delete(KEY);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** Sends `bytes` of a body every 20 ms, up to `total`; a whole body ends, and a partial one stalls. */
    const drip = (bytes: number, total = SIZE) => {
      const seen = { cancelled: false };
      const hangsUpAt = Date.now() + HANG_UP_MS;
      let given = 0;
      const body = new ReadableStream({
        type: 'bytes',
        pull: async (controller) => {
          const pause = given === total ? HANG_UP_MS : PAUSE_MS;
          await vi.advanceTimersByTimeAsync(pause);
          if (seen.cancelled || Date.now() >= hangsUpAt) return;
          given += bytes;
          controller.enqueue(new Uint8Array(bytes));
          if (given === SIZE) controller.close();
        },
        cancel: () => {
          seen.cancelled = true;
        },
      });
      return { body, seen };
    };

    const receive = async (body: ReadableStream<Uint8Array>, limits: object) => {
      const { outcome } = await putChecked(store, {
        key: KEY,
        body,
        size: SIZE,
        sha256: await sha256Hex(new Uint8Array(SIZE)),
        inspector: acceptAll,
        ...LIMITS,
        ...limits,
      });
      return outcome;
    };

    const slowest = { bytesPerSecond: 100_000, forMs: 200 };

    it('gives up below the minimum rate', async () => {
      const { body, seen } = drip(500);
      expect(await receive(body, { slowest })).toBe('timed_out');
      expect(seen.cancelled).toBe(true);
      expect(await BUCKET.head(KEY)).toBeNull();
    });

    it('gives up when it stalls, even after a fast start', async () => {
      expect(await receive(drip(50_000, 150_000).body, { slowest })).toBe('timed_out');
      expect(await BUCKET.head(KEY)).toBeNull();
    });

    it('gives up at the total timeout, however even its pace', async () => {
      const patient = { bytesPerSecond: 1000, forMs: 1000 };
      const outcome = await receive(drip(2000).body, { timeoutMs: 300, slowest: patient });
      expect(outcome).toBe('timed_out');
      expect(await BUCKET.head(KEY)).toBeNull();
    });

    it('reads it to its end above the minimum rate', async () => {
      const even = { bytesPerSecond: 10_000, forMs: 1000 };
      expect(await receive(drip(4000).body, { slowest: even })).toBe('stored');
    });
  });

  it('reads at most two chunks ahead of the bucket, whatever the size', async () => {
    const PIECE = 65_536;
    const size = 16 * MIB;
    let given = 0;
    const body = new ReadableStream({
      type: 'bytes',
      pull: (controller) => {
        given += PIECE;
        controller.enqueue(new Uint8Array(PIECE));
        if (given === size) controller.close();
      },
    });
    let taken = 0;
    let ahead = 0;
    const slow = {
      putNew: async (_key: string, readable: ReadableStream | Uint8Array) => {
        for await (const chunk of readable as ReadableStream<Uint8Array>) {
          if (taken % MIB === 0) await scheduler.wait(1);
          ahead = Math.max(ahead, given - taken);
          taken += chunk.byteLength;
        }
        return 'stored' as const;
      },
    };
    const part = { key: 'x', body, size, sha256: '', inspector: acceptAll, ...LIMITS };
    expect(await putChecked(slow, part)).toEqual({ outcome: 'stored' });
    expect(taken).toBe(size);
    expect(ahead).toBeLessThanOrEqual(2 * MIB + PIECE);
  });
});
