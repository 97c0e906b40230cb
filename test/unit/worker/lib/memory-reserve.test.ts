import { describe, expect, it, vi } from 'vitest';
import { MemoryReserve } from '../../../../src/worker/lib/memory-reserve.ts';

describe('the memory reserve', () => {
  it('is released by its borrower once, when it is claimed', () => {
    const reserve = new MemoryReserve();
    const release = vi.fn();
    reserve.lend(release);
    expect(release).not.toHaveBeenCalled();
    reserve.claim();
    reserve.claim();
    expect(release).toHaveBeenCalledOnce();
  });

  it('is released immediately by a borrower after the claim', () => {
    const reserve = new MemoryReserve();
    reserve.claim();
    const release = vi.fn();
    reserve.lend(release);
    expect(release).toHaveBeenCalledOnce();
  });
});
