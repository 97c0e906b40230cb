import { signal } from '@preact/signals';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { TintypeApi } from '../../../../../../src/client/api.ts';
import type { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { fakeStore } from './fake-store.ts';
import { openReader, read } from './open-reader.ts';

interface Modules {
  readonly followDuplicates: (items: QueueItems, api: TintypeApi) => () => void;
  readonly announceImages: () => void;
}

const IMAGE = { upload_id: 'u', image_id: 7, unique_link: 'a', asset_link: 'a', path: '/i/a' };
const UNKNOWN = { kind: 'unknown' } as const;

let comeBack: () => void;

beforeEach(() => {
  const focused = new Set<() => void>();
  comeBack = () => focused.forEach((act) => act());
  vi.stubGlobal('addEventListener', (_: string, act: () => void) => focused.add(act));
  vi.stubGlobal('removeEventListener', (_: string, act: () => void) => focused.delete(act));
});

/** A tab that was given the same bytes under some names, and has read them. */
const openTab = async (kept: ReturnType<typeof fakeStore>, ids: readonly string[]) => {
  const { followDuplicates, announceImages } = await loadModules<Modules>(
    'features/upload/model/follow-duplicates.ts',
    'state/image-changes.ts',
  );
  const texts = Object.fromEntries(ids.map((id) => [id, 'same']));
  const { items, reader, api } = await openReader(
    kept,
    ids.map((id, index) => read(id, { index })),
    texts,
  );
  onTestFinished(followDuplicates(items, api));
  onTestFinished(reader.readWhile(signal(true)));
  await expect.poll(() => reader.isAtWork.peek()).toBe(false);
  const publish = async (id: string): Promise<void> => {
    items.apply(id, { name: 'started' });
    const item = items.get(id);
    if (item !== undefined) {
      await kept.store.finish({ ...item, state: { name: 'done', image: IMAGE } });
      kept.copies.set(String(item.hash), IMAGE.image_id);
    }
    items.apply(id, { name: 'published', image: IMAGE });
  };
  const states = () =>
    items.all
      .peek()
      .map(({ state }) =>
        state.name === 'duplicate' ? `duplicate of ${String(state.imageId)}` : state.name,
      );
  return { items, announceImages, publish, states };
};

it('a duplicate shows the image of its original, also once that has left the list', async () => {
  const kept = fakeStore();
  const { items, publish, states } = await openTab(kept, ['a', 'b', 'c']);
  expect(states()).toEqual(['waiting', 'duplicate of null', 'duplicate of null']);
  const claim = vi.spyOn(kept.store, 'claim');
  comeBack();
  expect(claim).not.toHaveBeenCalled();
  await publish('a');
  await expect.poll(() => states()).toEqual(['done', 'duplicate of 7', 'duplicate of 7']);
  await items.remove(['a']);
  expect(states()).toEqual(['duplicate of 7', 'duplicate of 7']);
  expect(kept.items.get('b')?.state).toEqual({ name: 'duplicate', imageId: 7 });
});

it('one duplicate replaces an original that is removed or fails, and the original is not sent again', async () => {
  const kept = fakeStore();
  const { items, publish, states } = await openTab(kept, ['a', 'b', 'c']);
  await items.remove(['a']);
  await expect.poll(() => states()).toEqual(['waiting', 'duplicate of null']);
  items.apply('b', { name: 'refused', failure: UNKNOWN });
  await expect.poll(() => states()).toEqual(['failed', 'waiting']);
  items.apply('b', { name: 'wanted' });
  await expect.poll(() => states()).toEqual(['duplicate of null', 'waiting']);
  await publish('c');
  await expect.poll(() => states()).toEqual(['duplicate of 7', 'done']);
});

it('no duplicate replaces an original that the service may still publish', async () => {
  const kept = fakeStore();
  const { items, publish, states } = await openTab(kept, ['a', 'b']);
  const claim = vi.spyOn(kept.store, 'claim');
  const failure = { kind: 'ended', fault: 'publication_timeout', code: null } as const;
  items.apply('a', { name: 'refused', failure });
  comeBack();
  expect(states()).toEqual(['failed', 'duplicate of null']);
  expect(claim).not.toHaveBeenCalled();
  items.apply('a', { name: 'wanted' });
  expect(states()).toEqual(['waiting', 'duplicate of null']);
  await publish('a');
  await expect.poll(() => states()).toEqual(['done', 'duplicate of 7']);
});

it('duplicates follow their original without a store, too', async () => {
  const kept = fakeStore();
  for (const name of ['save', 'claim', 'finish', 'remove', 'keepSource'] as const) {
    vi.spyOn(kept.store, name).mockRejectedValue(new Error('full'));
  }
  const { items, states } = await openTab(kept, ['a', 'b', 'c']);
  expect(states()).toEqual(['waiting', 'duplicate of null', 'duplicate of null']);
  await items.remove(['a']);
  await expect.poll(() => states()).toEqual(['waiting', 'duplicate of null']);
  kept.copies.set(String(items.get('b')?.hash), IMAGE.image_id);
  items.apply('b', { name: 'published', image: IMAGE });
  await expect.poll(() => states()).toEqual(['done', 'duplicate of 7']);
});

it('a duplicate follows another tab on publication and when the person returns', async () => {
  const kept = fakeStore();
  const other = await openTab(kept, ['a']);
  const here = await openTab(kept, ['b']);
  comeBack();
  expect(here.states()).toEqual(['duplicate of null']);
  await other.publish('a');
  other.announceImages();
  await expect.poll(() => here.states()).toEqual(['duplicate of 7']);

  const keptToo = fakeStore();
  const another = await openTab(keptToo, ['a']);
  const back = await openTab(keptToo, ['b']);
  await another.items.remove(['a']);
  comeBack();
  await expect.poll(() => back.states()).toEqual(['waiting']);
});
