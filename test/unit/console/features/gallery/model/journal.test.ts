import { expect, it } from 'vitest';
import {
  dropEntry,
  listEntries,
  noteEntry,
} from '../../../../../../src/console/features/gallery/model/journal.ts';

const openStore = () => {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
};

it('a person finds their own unfinished deletion, and not another’s', () => {
  const store = openStore();
  const mine = { key: 'a', userId: 1, change: 'delete', ids: [1, 2] } as const;
  noteEntry(store, mine);
  noteEntry(store, { ...mine, key: 'b', userId: 2 });
  store.setItem('change-images:c', '{"userId":1,"change":"burn","ids":[1]}');
  store.setItem('change-images:d', 'nothing that is JSON');
  store.setItem('theme', 'dark');
  expect(listEntries(store, 1)).toEqual([mine]);
  dropEntry(store, 'a');
  expect(listEntries(store, 1)).toEqual([]);
});
