import { describe, expect, it } from 'vitest';

import { MemoryBudget, type Reclaimable } from '../../../src/imaging/memory-budget.ts';

class Kept implements Reclaimable {
  readonly #budget: MemoryBudget;
  idleBytes: number;

  constructor(budget: MemoryBudget, bytes: number) {
    this.#budget = budget;
    this.idleBytes = bytes;
    budget.reserve(bytes);
    budget.addReclaimable(this);
  }

  drop(): void {
    this.#budget.release(this.idleBytes);
    this.idleBytes = 0;
  }
}

describe('MemoryBudget', () => {
  it('refuses what does not fit, and takes nothing then', () => {
    const budget = new MemoryBudget(100);
    expect(budget.reserve(60)).toBe(true);
    expect(budget.reserve(41)).toBe(false);
    expect(budget.availableBytes).toBe(40);
    expect(budget.reserve(40)).toBe(true);
  });

  it('reuses released bytes, and records the peak', () => {
    const budget = new MemoryBudget(100);
    budget.reserve(70);
    budget.release(70);
    budget.reserve(20);
    expect([budget.availableBytes, budget.peakBytes]).toEqual([80, 70]);
  });

  it('drops no more idle holders than necessary', () => {
    const budget = new MemoryBudget(100);
    const [first, second] = [new Kept(budget, 40), new Kept(budget, 30)];
    expect(budget.availableBytes).toBe(100);
    expect(budget.reserve(50)).toBe(true);
    expect([first.idleBytes, second.idleBytes]).toEqual([0, 30]);
    expect(budget.reserve(30)).toBe(true);
    expect(second.idleBytes).toBe(0);
  });

  it('drops nothing for a request that would still not fit', () => {
    const budget = new MemoryBudget(100);
    const kept = new Kept(budget, 40);
    budget.reserve(30);
    expect(budget.reserve(71)).toBe(false);
    expect(kept.idleBytes).toBe(40);
  });
});
