import { describe, expect, it } from 'vitest';
import { MemoryCache } from '../../../../src/worker/storage/memory-cache.ts';

const LATER = 1000;

describe('a cache in memory', () => {
  it('drops an unused entry when it is full', () => {
    const cache = new MemoryCache<string>(30);
    for (const key of ['a', 'b', 'c']) cache.put(key, key, 10, LATER);
    cache.get('a', 0);
    cache.put('d', 'd', 10, LATER);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key, 0))).toEqual(['a', null, 'c', 'd']);
    expect(cache.bytes).toBe(30);
  });

  it('passes a used entry once, and drops it the next time', () => {
    const cache = new MemoryCache<string>(20);
    for (const key of ['a', 'b']) cache.put(key, key, 10, LATER);
    for (const key of ['a', 'b']) cache.get(key, 0);
    for (const key of ['c', 'd', 'e']) cache.put(key, key, 10, LATER);
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key, 0) !== null)).toEqual([
      'd',
      'e',
    ]);
    expect(cache.bytes).toBe(20);
  });

  it('names the entry to drop next, and skips a spared one', () => {
    const cache = new MemoryCache<string>(30);
    expect(cache.findVictim()).toBeNull();
    for (const key of ['a', 'b', 'c']) cache.put(key, key, 10, LATER);
    expect(cache.hasRoom(1)).toBe(false);
    expect(cache.findVictim()).toBe('a');
    cache.get('a', 0);
    expect(cache.findVictim()).toBe('b');
    cache.touch('b');
    expect(cache.findVictim()).toBe('c');
    cache.invalidate('c');
    expect(cache.hasRoom(10)).toBe(true);
    expect(cache.findVictim()).toBe('a');
    cache.put('d', 'd', 20, LATER);
    expect(['a', 'b', 'd'].map((key) => cache.get(key, 0))).toEqual([null, 'b', 'd']);
  });

  it('refuses an entry larger than the whole cache, and keeps the others', () => {
    const cache = new MemoryCache<string>(30);
    cache.put('a', 'a', 10, LATER);
    cache.put('huge', 'huge', 31, LATER);
    expect(cache.get('huge', 0)).toBeNull();
    expect(cache.get('a', 0)).toBe('a');
  });

  it('drops entries above a lowered limit, and keeps to it', () => {
    const cache = new MemoryCache<string>(40);
    for (const key of ['a', 'b', 'c', 'd']) cache.put(key, key, 10, LATER);
    cache.get('a', 0);
    cache.setLimit(25);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 0) !== null)).toEqual(['a', 'd']);
    expect(cache.hasRoom(10)).toBe(false);
    cache.setLimit(0);
    expect(cache.bytes).toBe(0);
  });

  it('drops an entry when it expires, and no longer counts its bytes', () => {
    const cache = new MemoryCache<string>(30);
    cache.put('a', 'a', 10, LATER);
    expect(cache.get('a', LATER - 1)).toBe('a');
    expect(cache.get('a', LATER)).toBeNull();
    expect(cache.bytes).toBe(0);
  });

  it('counts a replaced entry once', () => {
    const cache = new MemoryCache<string>(30);
    cache.put('a', 'old', 10, LATER);
    cache.put('a', 'new', 20, LATER);
    expect(cache.get('a', 0)).toBe('new');
    expect(cache.bytes).toBe(20);
    cache.invalidate('a');
    cache.invalidate('a');
    expect(cache.bytes).toBe(0);
  });
});
