import { describe, expect, it, vi } from 'vitest';
import { fakeStore } from './fake-store.ts';
import { openReader, read } from './open-reader.ts';

const IMAGE = { upload_id: 'u', image_id: 7, unique_link: 'x', asset_link: 'x', path: '/i/x.webp' };

const openTab = async (...given: Parameters<typeof openReader>) => {
  const opened = await openReader(...given);
  return {
    ...opened,
    run: async () => {
      await opened.reader.run();
      return opened.items.all.peek().map(({ state, isKept }) => [state.name, isKept]);
    },
  };
};

describe('reading files', () => {
  it('lets one of two tabs claim the same file', async () => {
    const kept = fakeStore();
    const tabs = await Promise.all(
      ['a', 'b'].map((id) => openTab(kept, [read(id)], { [id]: 'same' })),
    );
    const states = await Promise.all(tabs.map(({ run }) => run()));
    // Whichever is read first.
    const found = Object.fromEntries(states.flat() as [string, boolean][]);
    expect(found).toEqual({ waiting: true, duplicate: true });
  });

  it('writes three times for each file and reads nothing back', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a'), read('b')], { a: 'one', b: 'two' });
    const calls = (['save', 'claim', 'keepSource', 'readSource'] as const).map((name) =>
      vi.spyOn(kept.store, name),
    );
    await tab.run();
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2, 0]);
  });

  it('keeps every file of a large folder', async () => {
    const kept = fakeStore();
    const ids = Array.from({ length: 1000 }, (_, index) => String(index));
    const texts = Object.fromEntries(ids.map((id) => [id, id]));
    const tab = await openTab(
      kept,
      ids.map((id) => read(id)),
      texts,
    );
    await tab.run();
    expect([...kept.sources.keys()]).toEqual(ids);
  });

  it('continues with a file that cannot be stored, and offers its bytes once', async () => {
    const kept = fakeStore();
    vi.spyOn(kept.store, 'save').mockRejectedValue(new Error('full'));
    const keepSource = vi.spyOn(kept.store, 'keepSource');
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(keepSource).toHaveBeenCalledTimes(1);
  });

  it('reads a file again if its original has failed or its image is gone', async () => {
    const kept = fakeStore();
    const failed = { name: 'failed', failure: { kind: 'unknown' } } as const;
    const first = await openTab(kept, [read('a')], { a: 'same' });
    await first.run();
    first.items.apply('a', { name: 'refused', failure: failed.failure });
    const second = await openTab(kept, [read('b')], { b: 'same' }, true);
    expect(await second.run()).toEqual([['waiting', true]]);
    second.items.apply('b', { name: 'refused', failure: failed.failure });
    kept.copies.set(second.items.get('b')?.hash ?? '', 7);
    const third = await openTab(kept, [read('c')], { c: 'same' }, true);
    expect(await third.run()).toEqual([['waiting', true]]);
  });

  it('recognizes earlier uploads of this visit without a store, unless they are gone', async () => {
    const given = [read('a'), read('b', { index: 1 })];
    for (const [isGone, after] of [
      [false, { name: 'duplicate', imageId: 7 }],
      [true, { name: 'waiting' }],
    ] as const) {
      const kept = fakeStore();
      for (const name of ['claim', 'keepSource', 'save'] as const) {
        vi.spyOn(kept.store, name).mockRejectedValue(new Error('nothing is kept'));
      }
      const tab = await openTab(kept, given.slice(0, 1), { a: 'same', b: 'same' }, isGone);
      await tab.run();
      tab.items.apply('a', { name: 'published', image: IMAGE });
      kept.copies.set(String(tab.items.get('a')?.hash), IMAGE.image_id);
      await tab.items.add(given);
      await tab.run();
      expect(tab.items.get('b')?.state).toEqual(after);
      // Wanted all the same, it is asked about once.
      tab.items.apply('b', { name: 'wanted' });
      tab.items.apply('b', { name: 'refused', failure: { kind: 'unknown' } });
      tab.items.apply('b', { name: 'wanted' });
      await tab.run();
      expect(tab.items.get('b')?.state.name).toBe('waiting');
    }
  });

  it('ends if an earlier upload of this visit is gone and a full browser takes no claim', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a')], { a: 'same', b: 'same' }, true);
    await tab.run();
    tab.items.apply('a', { name: 'published', image: IMAGE });
    await tab.items.add([read('b', { index: 1 })]);
    const full = new DOMException('', 'QuotaExceededError');
    const claim = vi.spyOn(kept.store, 'claim').mockRejectedValueOnce(full);
    claim.mockRejectedValueOnce(full);
    await tab.run();
    expect(tab.items.get('b')?.state.name).toBe('waiting');
    expect(claim).toHaveBeenCalledOnce();
  });

  it.each(['NotReadableError', 'NotFoundError'])(
    'asks for a file again that is not what it was: %s',
    async (name) => {
      const tab = await openTab(fakeStore(), [read('a')], { a: 'one' });
      const file = tab.items.fileOf('a') as File;
      vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', name));
      expect(await tab.run()).toEqual([['missing', false]]);
    },
  );

  it('prefers the stored bytes to the file, which may have changed', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    await tab.run();
    tab.items.apply('a', { name: 'refused', failure: { kind: 'unknown' } });
    const file = tab.items.fileOf('a') as File;
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    tab.items.apply('a', { name: 'wanted' });
    expect(await tab.run()).toEqual([['waiting', true]]);
  });

  it('offers a retry if the stored bytes cannot be read, or uses the file', async () => {
    const kept = fakeStore();
    kept.sources.set('a', new TextEncoder().encode('abc').buffer);
    const readSource = vi.spyOn(kept.store, 'readSource');
    const fail = () => readSource.mockRejectedValueOnce(new DOMException('', 'UnknownError'));
    const tab = await openTab(kept, [read('a', { isKept: true })], {});
    fail();
    expect(await tab.run()).toEqual([['failed', true]]);
    tab.items.apply('a', { name: 'wanted' });
    expect(await tab.run()).toEqual([['waiting', true]]);
    const other = await openTab(fakeStore(), [read('b', { isKept: true })], { b: 'abc' });
    vi.spyOn(other.items.store, 'readSource').mockRejectedValueOnce(new Error('lost'));
    expect(await other.run()).toEqual([['waiting', true]]);
  });

  it('leaves the bytes to an item that may still be published, and lets that item be retried', async () => {
    const kept = fakeStore();
    const failure = { kind: 'ended', fault: 'publication_timeout', code: null } as const;
    const first = await openTab(kept, [read('a')], { a: 'same' });
    await first.run();
    first.items.apply('a', { name: 'refused', failure });
    first.items.setFile('b', new File(['same'], 'b.jpg'));
    await first.items.add([read('b', { index: 1 })]);
    const other = await openTab(kept, [read('c')], { c: 'same' });
    expect(await first.run()).toEqual([
      ['failed', true],
      ['duplicate', true],
    ]);
    expect(await other.run()).toEqual([['duplicate', true]]);
    first.items.apply('a', { name: 'wanted' });
    expect(await first.run()).toEqual([
      ['waiting', true],
      ['duplicate', true],
    ]);
  });

  it('asks once about an image that was uploaded before', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    await tab.run();
    kept.copies.set(tab.items.get('a')?.hash ?? '', 7);
    const again = await openTab(kept, [read('b')], { b: 'one' });
    await tab.items.remove(['a']);
    expect(await again.run()).toEqual([['duplicate', true]]);
    again.items.apply('b', { name: 'wanted' });
    again.items.apply('b', { name: 'started' });
    again.items.apply('b', { name: 'refused', failure: { kind: 'unknown' } });
    again.items.apply('b', { name: 'wanted' });
    expect(await again.run()).toEqual([['waiting', true]]);
    expect(kept.items.get('b')?.hash).not.toBe(null);
  });

  it('does not read a file that is too large', async () => {
    const tab = await openTab(fakeStore(), [read('a', { size: 2 ** 40 })], { a: 'one' });
    const arrayBuffer = vi.spyOn(tab.items.fileOf('a') as File, 'arrayBuffer');
    expect(await tab.run()).toEqual([['failed', false]]);
    const failure = { kind: 'unfit', code: 'source_too_large' };
    expect(tab.items.get('a')?.state).toMatchObject({ failure });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  it('ends if a waiting file cannot be read for storing', async () => {
    const tab = await openTab(fakeStore(), [read('a')], { a: 'one' });
    vi.spyOn(tab.items.store, 'keepSource').mockRejectedValueOnce(new Error('full'));
    await tab.run();
    tab.reader.noteRoom();
    const file = tab.items.fileOf('a') as File;
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    expect(await tab.run()).toEqual([['waiting', false]]);
  });

  it('stores bytes in a full browser once there is room', async () => {
    const kept = fakeStore();
    const keepSource = vi.spyOn(kept.store, 'keepSource').mockRejectedValueOnce(new Error('full'));
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(keepSource).toHaveBeenCalledTimes(1);
    tab.reader.noteRoom();
    expect(await tab.run()).toEqual([['waiting', true]]);
  });

  it('reads the free space of a full browser again once there is room', async () => {
    const readFree = vi.fn<() => Promise<number>>(async () => 0);
    const tab = await openTab(fakeStore(), [read('a')], { a: 'one' }, false, readFree);
    expect(await tab.run()).toEqual([['waiting', false]]);
    readFree.mockResolvedValue(1000);
    tab.reader.noteRoom();
    expect(await tab.run()).toEqual([['waiting', true]]);
  });

  it('continues with the stored bytes of a file that was paused while being read', async () => {
    const kept = fakeStore();
    kept.sources.set('a', new TextEncoder().encode('abc').buffer);
    const next = await openTab(kept, [read('a', { isKept: true }), read('b')], {});
    expect(await next.run()).toEqual([
      ['waiting', true],
      ['missing', false],
    ]);
  });
});
