import { describe, expect, it } from 'vitest';
import { FrequencySketch } from '../../../../src/worker/storage/frequency-sketch.ts';

const addOften = (sketch: FrequencySketch, key: string, times: number): void => {
  for (let time = 0; time < times; time += 1) sketch.add(key);
};

describe('a sketch of frequencies', () => {
  it('counts keys, underestimates none and overestimates few', () => {
    const sketch = new FrequencySketch();
    const keys = Array.from({ length: 1000 }, (_, index) => `/i/${String(index)}S.webp`);
    for (const [index, key] of keys.entries()) addOften(sketch, key, 1 + (index % 4));
    const excess = keys.map((key, index) => sketch.count(key) - 1 - (index % 4));
    expect(Math.min(...excess)).toBe(0);
    expect(excess.filter((over) => over > 0).length).toBeLessThan(20);
    expect(sketch.count('/i/never.webp')).toBe(0);
  });

  it('distinguishes unknown keys from ten thousand that were added twice', () => {
    const sketch = new FrequencySketch();
    const keys = Array.from({ length: 10_000 }, (_, index) => `/i/${String(index)}S.webp`);
    for (const key of keys) addOften(sketch, key, 2);
    const strangers = keys.map((key) => sketch.count(`${key}?`));
    expect(strangers.filter((count) => count > 1).length).toBeLessThan(2000);
    expect(keys.filter((key) => sketch.count(key) < 2)).toEqual([]);
  });

  it('halves its counts periodically, and counts no further than a byte', () => {
    const sketch = new FrequencySketch();
    addOften(sketch, 'a', 300);
    expect(sketch.count('a')).toBe(255);
    addOften(sketch, 'b', 32_768 - 300);
    expect(sketch.count('a')).toBe(127);
    addOften(sketch, 'b', 8 * 32_768);
    expect(sketch.count('a')).toBe(0);
  });
});
