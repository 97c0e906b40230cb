import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CacheStore } from '../../../../src/worker/storage/cache-store.ts';
import { SharedFacts } from '../../../../src/worker/storage/shared-facts.ts';

const REFRESH_TIMEOUT_MS = 1500;

const isFacts = (stored: unknown): stored is { count: number } =>
  typeof (stored as { count?: unknown } | undefined)?.count === 'number';

/** Facts over a KV of one key, with a controlled source. */
const createFacts = (ttlMs = 60_000) => {
  const stored: { value: unknown; isDown: boolean } = { value: null, isDown: false };
  const reach = (): void => {
    if (stored.isDown) throw new Error('out of reach');
  };
  const cache = {
    getJson: async () => {
      reach();
      return stored.value;
    },
    putJson: async (_: string, value: object) => {
      reach();
      stored.value = value;
    },
    invalidate: async () => void (stored.value = null),
  } as unknown as CacheStore;
  const facts = new SharedFacts({
    cache,
    key: 'facts',
    ttlMs,
    clock: { now: () => Date.now() },
    parse: (value) => (isFacts(value) ? value : null),
  });
  const load = vi.fn<() => Promise<{ count: number }>>();
  const read = () => facts.get(load);
  return { facts, load, read, stored };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('facts that an isolate shares', () => {
  it('are read again when the request that reads them is cut off', async () => {
    const { load, read } = createFacts();
    load.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue({ count: 2 });
    void read();
    const waiting = Promise.all([read(), read()]);
    await vi.advanceTimersByTimeAsync(REFRESH_TIMEOUT_MS - 100);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await waiting).toEqual([{ count: 2 }, { count: 2 }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('are the old ones, of any age, for a request behind a hanging source', async () => {
    const { load, read } = createFacts();
    load.mockResolvedValueOnce({ count: 1 }).mockReturnValue(new Promise(() => undefined));
    await read();
    await vi.advanceTimersByTimeAsync(3_600_000);
    void read();
    const waiting = Promise.all([read(), read(), read()]);
    await vi.advanceTimersByTimeAsync(REFRESH_TIMEOUT_MS + 100);
    expect(await waiting).toEqual(Array.from({ length: 3 }, () => ({ count: 1 })));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('are read once for all earlier requests, however short their life', async () => {
    const { load, read } = createFacts(1);
    load.mockImplementation(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      return { count: load.mock.calls.length };
    });
    const first = Array.from({ length: 3 }, read);
    await vi.advanceTimersByTimeAsync(50);
    const second = Array.from({ length: 3 }, read);
    await vi.advanceTimersByTimeAsync(1000);
    const counts = await Promise.all([...first, ...second]);
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 2, 2, 2]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('read before a change do not come back', async () => {
    const { facts, load, read } = createFacts();
    const old = Promise.withResolvers<{ count: number }>();
    load.mockReturnValueOnce(old.promise).mockResolvedValue({ count: 2 });
    const early = read();
    await vi.advanceTimersByTimeAsync(1);
    await facts.invalidate();
    old.resolve({ count: 1 });
    expect(await early).toEqual({ count: 1 });
    expect(await read()).toEqual({ count: 2 });
  });

  it('stored by another isolate after a change here do not come back', async () => {
    const { facts, load, read, stored } = createFacts();
    const late = { readAt: Date.now(), facts: { count: 1 } };
    load.mockResolvedValue({ count: 2 });
    await facts.invalidate();
    stored.value = late;
    expect(await read()).toEqual({ count: 2 });
    await vi.advanceTimersByTimeAsync(1000);
    await facts.invalidate();
    stored.value = late;
    load.mockRejectedValue(new Error('gone'));
    await expect(read()).rejects.toThrow('gone');
  });

  it('are those that the cron published, for as long as it goes on', async () => {
    const { facts, load, read } = createFacts();
    load.mockResolvedValue({ count: 9 });
    await facts.publish(async () => ({ count: 1 }));
    expect(await read()).toEqual({ count: 1 });
    await facts.publish(async () => ({ count: 2 }));
    await vi.advanceTimersByTimeAsync(60_000 - 1);
    expect(await read()).toEqual({ count: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(await read()).toEqual({ count: 2 });
    await vi.advanceTimersByTimeAsync(9 * 60_000 - 1);
    expect(await read()).toEqual({ count: 2 });
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read()).toEqual({ count: 9 });
  });

  it('are never written by a request', async () => {
    const { load, read, stored } = createFacts();
    load.mockResolvedValue({ count: 1 });
    await read();
    expect(stored.value).toBeNull();
  });

  it('are the published ones, of any age, when the source fails', async () => {
    const { facts, load, read } = createFacts();
    await facts.publish(async () => ({ count: 1 }));
    load.mockRejectedValue(new Error('gone'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await read()).toEqual({ count: 1 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('come from their source while KV fails, and from KV once it answers', async () => {
    const { facts, load, read, stored } = createFacts();
    await facts.publish(async () => ({ count: 1 }));
    stored.isDown = true;
    load.mockResolvedValue({ count: 2 });
    await expect(facts.publish(load)).rejects.toThrow('out of reach');
    expect(await read()).toEqual({ count: 2 });
    expect(load).toHaveBeenCalledTimes(2);
    stored.isDown = false;
    await facts.publish(async () => ({ count: 3 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read()).toEqual({ count: 3 });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('read by the cron before a change are not taken by the isolate of the change', async () => {
    const { facts, load, read, stored } = createFacts();
    const old = Promise.withResolvers<{ count: number }>();
    const publishing = facts.publish(() => old.promise);
    await vi.advanceTimersByTimeAsync(10);
    await facts.invalidate();
    old.resolve({ count: 1 });
    await publishing;
    expect(stored.value).toMatchObject({ facts: { count: 1 } });
    load.mockResolvedValue({ count: 2 });
    expect(await read()).toEqual({ count: 2 });
    await vi.advanceTimersByTimeAsync(1);
    await facts.publish(load);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read()).toEqual({ count: 2 });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('stay published when their source fails', async () => {
    const { facts, read, stored } = createFacts();
    await facts.publish(async () => ({ count: 1 }));
    await expect(facts.publish(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(stored.value).toMatchObject({ facts: { count: 1 } });
    expect(await read()).toEqual({ count: 1 });
  });

  it('are given to waiting requests until twice their life, not after', async () => {
    const { load, read } = createFacts();
    load.mockResolvedValueOnce({ count: 1 });
    await read();
    const slow = Promise.withResolvers<{ count: number }>();
    load.mockReturnValue(slow.promise);
    await vi.advanceTimersByTimeAsync(2 * 60_000 - 1);
    const asking = read();
    await vi.advanceTimersByTimeAsync(0);
    expect(await read()).toEqual({ count: 1 });
    await vi.advanceTimersByTimeAsync(1);
    const waiting = read();
    await vi.advanceTimersByTimeAsync(100);
    slow.resolve({ count: 2 });
    await vi.advanceTimersByTimeAsync(100);
    expect(await waiting).toEqual({ count: 2 });
    expect(await asking).toEqual({ count: 2 });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('are the old ones for every request when their source fails, however old', async () => {
    const { load, read } = createFacts();
    load.mockResolvedValueOnce({ count: 1 }).mockRejectedValue(new Error('gone'));
    await read();
    await vi.advanceTimersByTimeAsync(3_600_000);
    const both = Promise.all([read(), read()]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await both).toEqual([{ count: 1 }, { count: 1 }]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('spare a failing source for a second', async () => {
    const { load, read } = createFacts();
    load.mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ count: 1 });
    await expect(read()).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(999);
    await expect(read()).rejects.toThrow('gone');
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await read()).toEqual({ count: 1 });
  });
});
