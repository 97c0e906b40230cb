import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/lib/bytes.ts';
import { putChecked, type Inspector } from '../../../src/storage/checked-put.ts';
import { ObjectStore } from '../../../src/storage/object-store.ts';
import { createTestWorker } from '../../support/worker.ts';

const MIB = 1_048_576;
const { BUCKET } = createTestWorker().env;
const store = new ObjectStore(BUCKET);

const acceptAll: Inspector<string> = { push: () => null, finish: () => null };

const bodyOf = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes).body ?? new ReadableStream<Uint8Array>();

const noise = (bytes: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: bytes }, (_, i) => (i * 31 + (i >> 8)) & 0xff);

const put = async (bytes: Uint8Array<ArrayBuffer>, inspector: Inspector<string>, key: string) =>
  putChecked(store, {
    key,
    body: bodyOf(bytes),
    size: bytes.byteLength,
    sha256: await sha256Hex(bytes),
    inspector,
    timeoutMs: 10_000,
  });

describe('putChecked', () => {
  it.each([1, 2, MIB - 1, MIB, MIB + 1, 3 * MIB, 3 * MIB + 7])(
    'stores %i bytes as they are and shows them all, in order, to the inspector',
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

  it('stores nothing when the body is shorter or longer than it should be', async () => {
    const bytes = noise(2 * MIB);
    for (const size of [2 * MIB - 1, 2 * MIB + 1, MIB, 3 * MIB]) {
      const outcome = await putChecked(store, {
        key: 'other-length',
        body: bodyOf(bytes),
        size,
        sha256: await sha256Hex(bytes),
        inspector: acceptAll,
        timeoutMs: 10_000,
      });
      expect(outcome).toEqual({ outcome: 'broken' });
      expect(await BUCKET.head('other-length')).toBeNull();
    }
  });

  it('leaves an object that is there alone', async () => {
    const bytes = noise(2 * MIB);
    expect(await put(bytes, acceptAll, 'taken')).toEqual({ outcome: 'stored' });
    expect(await put(bytes, acceptAll, 'taken')).toEqual({ outcome: 'exists' });
  });

  it('throws what R2 throws, however much of the body is left', async () => {
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
      timeoutMs: 10_000,
    });
    await expect(putting).rejects.toThrow('R2 is down');
  });

  it('leaves what a refusal has not read to be drained', async () => {
    const body = bodyOf(noise(5 * MIB));
    await putChecked(store, {
      key: 'drained',
      body,
      size: 5 * MIB,
      sha256: '',
      inspector: { ...acceptAll, push: () => 'no' },
      timeoutMs: 10_000,
    });
    let left = 0;
    for await (const chunk of body) left += chunk.byteLength;
    expect(left).toBe(4 * MIB);
  });

  it('reads no more than two chunks ahead of what the bucket takes, whatever the size', async () => {
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
    const part = { key: 'x', body, size, sha256: '', inspector: acceptAll, timeoutMs: 20_000 };
    expect(await putChecked(slow, part)).toEqual({ outcome: 'stored' });
    expect(taken).toBe(size);
    expect(ahead).toBeLessThanOrEqual(2 * MIB + PIECE);
  });
});
