import { describe, expect, it, vi } from 'vitest';
import { LentRoom } from '../../../../src/worker/lib/memory-reserve.ts';

describe('lent memory', () => {
  it('is released once, when it is claimed', () => {
    const room = new LentRoom();
    const giveUp = vi.fn();
    room.lend(giveUp);
    expect(giveUp).not.toHaveBeenCalled();
    room.claim();
    room.claim();
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it('is released immediately by a borrower after the claim', () => {
    const room = new LentRoom();
    room.claim();
    const giveUp = vi.fn();
    room.lend(giveUp);
    expect(giveUp).toHaveBeenCalledOnce();
  });
});
