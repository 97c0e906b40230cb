import { describe, expect, it, vi } from 'vitest';
import { MemoryReserve } from '../../../../src/worker/lib/memory-reserve.ts';

describe('the memory reserve', () => {
  it('is released by its borrower once, when it is claimed', () => {
    const reserve = new MemoryReserve();
    const giveUp = vi.fn();
    reserve.lend(giveUp);
    expect(giveUp).not.toHaveBeenCalled();
    reserve.claim();
    reserve.claim();
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it('is released immediately by a borrower after the claim', () => {
    const reserve = new MemoryReserve();
    reserve.claim();
    const giveUp = vi.fn();
    reserve.lend(giveUp);
    expect(giveUp).toHaveBeenCalledOnce();
  });
});
