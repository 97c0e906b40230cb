import { describe, expect, it, vi } from 'vitest';
import type { TintypeApi } from '../../../../src/client/api.ts';
import { ApiError } from '../../../../src/client/errors.ts';
import type { Item } from '../../../../src/console/upload/queue-item.ts';
import { QueueItems } from '../../../../src/console/upload/queue-items.ts';
import { FileReaderQueue } from '../../../../src/console/upload/read-files.ts';
import type { RecipeSource } from '../../../../src/console/upload/recipe-source.ts';
import { RECIPE } from '../../client/imaging/fixtures/recipe.ts';
import { fakeStore } from './fake-store.ts';

const read = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  owner: 1,
  tab: 't',
  addedAt: 0,
  index: 0,
  name: `${id}.jpg`,
  size: 3,
  type: 'image/jpeg',
  visibility: 'public',
  hash: null,
  isKept: false,
  progress: 0,
  state: { name: 'reading' },
  ...more,
});

/** A tab with items, and the files that they were given as. */
const openTab = async (
  { store }: ReturnType<typeof fakeStore>,
  given: readonly Item[],
  texts: Readonly<Record<string, string>>,
  isGone = false,
) => {
  const items = new QueueItems(store);
  for (const [id, text] of Object.entries(texts)) items.setFile(id, new File([text], `${id}.jpg`));
  await items.add(given);
  const readImage = async () => {
    if (isGone) throw new ApiError(404, 4041, '', null);
  };
  const reader = new FileReaderQueue({
    items,
    api: { readImage } as unknown as TintypeApi,
    recipe: { read: async () => RECIPE } as unknown as RecipeSource,
    readFree: async () => null,
    onRead: () => undefined,
  });
  return {
    items,
    reader,
    run: async () => {
      await reader.run();
      return items.all.peek().map(({ state, isKept }) => [state.name, isKept]);
    },
  };
};

describe('reading files', () => {
  it('leaves a file that two tabs were given at once to one of them', async () => {
    const kept = fakeStore();
    const tabs = await Promise.all(
      ['a', 'b'].map((id) => openTab(kept, [read(id)], { [id]: 'same' })),
    );
    const states = await Promise.all(tabs.map(({ run }) => run()));
    // Whichever is read first.
    const found = Object.fromEntries(states.flat() as [string, boolean][]);
    expect(found).toEqual({ waiting: true, duplicate: true });
  });

  it('writes three times for each file, and reads nothing back', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a'), read('b')], { a: 'one', b: 'two' });
    const calls = (['save', 'claim', 'keepSource', 'readSource'] as const).map((name) =>
      vi.spyOn(kept.store, name),
    );
    await tab.run();
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2, 0]);
  });

  it('goes on with a file of which nothing could be written down, and offers its bytes once', async () => {
    const kept = fakeStore();
    vi.spyOn(kept.store, 'save').mockRejectedValue(new Error('full'));
    const keepSource = vi.spyOn(kept.store, 'keepSource');
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(keepSource).toHaveBeenCalledTimes(1);
  });

  it('takes a file anew whose twin came to nothing, or whose picture is gone', async () => {
    const kept = fakeStore();
    const failed = { name: 'failed', failure: { kind: 'unknown' } } as const;
    const first = await openTab(kept, [read('a')], { a: 'same' });
    await first.run();
    first.items.apply('a', { name: 'refused', failure: failed.failure });
    const second = await openTab(kept, [read('b')], { b: 'same' }, true);
    expect(await second.run()).toEqual([['waiting', true]]);
    second.items.apply('b', { name: 'refused', failure: failed.failure });
    kept.history.set(second.items.get('b')?.hash ?? '', 7);
    const third = await openTab(kept, [read('c')], { c: 'same' }, true);
    expect(await third.run()).toEqual([['waiting', true]]);
    expect(kept.history.size).toBe(0);
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

  it('takes the bytes that are kept of a file before the file, which may have changed since', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    await tab.run();
    tab.items.apply('a', { name: 'refused', failure: { kind: 'unknown' } });
    const file = tab.items.fileOf('a') as File;
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    tab.items.apply('a', { name: 'wanted' });
    expect(await tab.run()).toEqual([['waiting', true]]);
  });

  it('asks once whether what was uploaded before is wanted again', async () => {
    const kept = fakeStore();
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    await tab.run();
    kept.history.set(tab.items.get('a')?.hash ?? '', 7);
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

  it('offers bytes to a full browser again once there is room', async () => {
    const kept = fakeStore();
    const keepSource = vi.spyOn(kept.store, 'keepSource').mockRejectedValueOnce(new Error('full'));
    const tab = await openTab(kept, [read('a')], { a: 'one' });
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(await tab.run()).toEqual([['waiting', false]]);
    expect(keepSource).toHaveBeenCalledTimes(1);
    tab.reader.noteRoom();
    expect(await tab.run()).toEqual([['waiting', true]]);
  });

  it('goes on with the bytes that are kept of a file that was paused while it was read', async () => {
    const kept = fakeStore();
    kept.sources.set('a', new TextEncoder().encode('abc').buffer);
    const next = await openTab(kept, [read('a', { isKept: true }), read('b')], {});
    expect(await next.run()).toEqual([
      ['waiting', true],
      ['missing', false],
    ]);
  });
});
