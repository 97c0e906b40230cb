import { describe, expect, it, vi } from 'vitest';
import { makePendingDeletions } from '../../../../src/console/images/pending-deletions.ts';

const setUp = (send: (id: number) => Promise<void> = async () => {}) => {
  const sent = vi.fn(send);
  const deletions = makePendingDeletions(sent);
  return { sent, deletions, hidden: () => [...deletions.hidden.value] };
};

describe('a deletion that waits', () => {
  it('hides its images at once, and sends nothing', () => {
    const { deletions, sent, hidden } = setUp();
    deletions.begin([1, 2]);
    expect(hidden()).toEqual([1, 2]);
    expect(sent).not.toHaveBeenCalled();
  });

  it('shows them again when it is undone, and is never sent then', async () => {
    const { deletions, sent, hidden } = setUp();
    const deletion = deletions.begin([1, 2]);
    expect(deletion.undo()).toBe(true);
    expect(hidden()).toEqual([]);
    expect(await deletion.send()).toEqual({ deleted: [], failed: [] });
    await deletions.flush();
    expect(sent).not.toHaveBeenCalled();
  });

  it('sends each image once, however often it is asked to, and hides it for good', async () => {
    const { deletions, sent, hidden } = setUp();
    const deletion = deletions.begin([1, 2, 2, 3]);
    const [first, second] = await Promise.all([deletion.send(), deletion.send()]);
    await deletions.flush();
    expect(first).toEqual({ deleted: [1, 2, 3], failed: [] });
    expect(second).toBe(first);
    expect(sent.mock.calls).toEqual([[1], [2], [3]]);
    expect(hidden()).toEqual([1, 2, 3]);
  });

  it('cannot be undone once it is sent', async () => {
    const { deletions, hidden } = setUp();
    const deletion = deletions.begin([1]);
    const sending = deletion.send();
    expect(deletion.undo()).toBe(false);
    await sending;
    expect(hidden()).toEqual([1]);
  });

  it('shows again what could not be deleted, and says why', async () => {
    const refusal = new Error('locked');
    const { deletions, hidden } = setUp(async (id) => {
      if (id === 2) throw refusal;
    });
    expect(await deletions.begin([1, 2, 3]).send()).toEqual({
      deleted: [1, 3],
      failed: [{ id: 2, error: refusal }],
    });
    expect(hidden()).toEqual([1, 3]);
  });

  it('leaves images to the deletion that hides them already', async () => {
    const { deletions, sent } = setUp();
    const first = deletions.begin([1]);
    const second = deletions.begin([1, 2]);
    second.undo();
    expect(await first.send()).toEqual({ deleted: [1], failed: [] });
    expect(await deletions.begin([1]).send()).toEqual({ deleted: [], failed: [] });
    expect(sent).toHaveBeenCalledTimes(1);
  });
});

describe('when the page is left', () => {
  it('everything that waits is sent at once, also what a slow sending has not reached', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { deletions, sent } = setUp(() => promise);
    const many = Array.from({ length: 10 }, (_, index) => index + 1);
    void deletions.begin(many).send(2);
    deletions.begin([11, 12]);
    expect(sent).toHaveBeenCalledTimes(2);
    const flushed = deletions.flush();
    expect(sent).toHaveBeenCalledTimes(12);
    resolve();
    await flushed;
    expect(new Set(sent.mock.calls.map(([id]) => id)).size).toBe(12);
  });
});
