import { signal } from '@preact/signals';
import type { TintypeApi } from '../../../../../../src/client/api.ts';
import type { Item } from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { QueueItems } from '../../../../../../src/console/features/upload/model/queue-items.ts';
import { FileReaderQueue } from '../../../../../../src/console/features/upload/model/read-files.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';
import type { fakeStore } from './fake-store.ts';

/** An item that is to be read. */
export const read = (id: string, more: Partial<Item> = {}): Item => ({
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

/** A tab with items and their files. With `isGone`, the images at the service are deleted. */
export const openReader = async (
  { store, copies }: ReturnType<typeof fakeStore>,
  given: readonly Item[],
  texts: Readonly<Record<string, string>>,
  isGone = false,
  readFree: () => Promise<number | null> = async () => null,
) => {
  const items = new QueueItems(store);
  for (const [id, text] of Object.entries(texts)) items.setFile(id, new File([text], `${id}.jpg`));
  await items.add(given);
  const findCopy = async (hash: string) => {
    const id = isGone ? undefined : copies.get(hash);
    return id === undefined ? null : { id };
  };
  const api = { findCopy } as unknown as TintypeApi;
  const reader = new FileReaderQueue({
    items,
    api,
    recipe: signal(RECIPE),
    readFree,
  });
  return { items, reader, api };
};
