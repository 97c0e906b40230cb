import { expect, it, vi } from 'vitest';
import type { UploadChoice } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { fakeStore } from './fake-store.ts';
import { wait } from './open-sender.ts';

interface Modules {
  readonly FileIntake: new (
    owner: number,
    items: QueueItems,
  ) => { add(files: readonly File[], choice: UploadChoice): Promise<void> };
}

const CHOICE = { visibility: 'public', albumId: null } as const;

const open = async (browser: object = { storage: { persist: async () => false } }) => {
  const { FileIntake } = await loadModules<Modules>('features/upload/model/file-intake.ts');
  vi.stubGlobal('navigator', { locks: navigator.locks, ...browser });
  const items = new QueueItems(fakeStore().store);
  return { items, intake: new FileIntake(1, items) };
};

const listItems = (items: QueueItems) =>
  items.all.peek().map(({ name, size, state }) => `${name} ${String(size)} ${state.name}`);

it('puts a file that is chosen again in the place of the missing one, by name and size', async () => {
  const { items, intake } = await open();
  const lost = { isKept: false, state: { name: 'missing' } } as const;
  await items.add([
    { ...wait('a', 0), ...lost, size: 3 },
    { ...wait('b', 1), ...lost, name: 'a.png', size: 5 },
  ]);
  const [second, other] = [new File(['12345'], 'a.png'), new File(['1'], 'a.png')];
  await intake.add([second, other], CHOICE);
  expect(listItems(items)).toEqual(['a.png 3 missing', 'a.png 5 reading', 'a.png 1 reading']);
  expect([items.fileOf('a'), items.fileOf('b')]).toEqual([undefined, second]);
});

it('accepts a changed file in its new size', async () => {
  const { items, intake } = await open();
  await intake.add([new File(['123'], 'a.png'), new File(['123'], 'b.png')], CHOICE);
  const [{ id } = { id: '' }] = items.all.peek();
  items.apply(id, { name: 'lost' });
  const changed = new File(['12345'], 'a.png');
  await intake.add([changed], CHOICE);
  expect(listItems(items)).toEqual(['a.png 5 reading', 'b.png 3 reading']);
  expect(items.fileOf(id)).toBe(changed);
});

it('gives files the album of their choice, and keeps an earlier one where none is chosen', async () => {
  const { items, intake } = await open();
  const lost = { isKept: false, size: 1, state: { name: 'missing' } } as const;
  await items.add([
    { ...wait('a', 0), ...lost, albumId: 4 },
    { ...wait('b', 1), ...lost, albumId: 4 },
  ]);
  const give = (name: string) => [new File(['1'], name)];
  await intake.add(give('a.png'), CHOICE);
  await intake.add(give('b.png'), { ...CHOICE, albumId: 5 });
  await intake.add(give('c.png'), { ...CHOICE, albumId: 5 });
  expect(items.all.peek().map(({ name, albumId }) => [name, albumId])).toEqual([
    ['a.png', 4],
    ['b.png', 5],
    ['c.png', 5],
  ]);
});

it('accepts files in a browser without persistent storage', async () => {
  // It has been asked nothing yet.
  vi.resetModules();
  const { items, intake } = await open({});
  await intake.add([new File(['123'], 'a.png')], CHOICE);
  expect(listItems(items)).toEqual(['a.png 3 reading']);
});
