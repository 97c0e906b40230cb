import { computed, effect } from '@preact/signals';
import { watchImages } from '../../../state/image-changes.ts';
import { hasBytes, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';

/**
 * Has duplicates follow what they wait for, when that ends in this tab, and in another one when it is published there or
 * the person comes back to this one. Calls `onFreed` when some are to be read anew; returns what ends all this.
 */
export function followTwins(items: QueueItems, onFreed: () => void): () => void {
  const follow = (): void => {
    void answerDuplicates(items).then((isAnyFreed) => isAnyFreed && onFreed());
  };
  const holders = computed(
    () => items.all.value.filter((item) => item.hash !== null && hasBytes(item)).length,
  );
  let before = 0;
  const endings = [
    effect(() => {
      if (holders.value < before) follow();
      before = holders.value;
    }),
    watchImages(follow),
    () => removeEventListener('focus', follow),
  ];
  addEventListener('focus', follow);
  return () => {
    for (const end of endings) end();
  };
}

/**
 * Where what a duplicate waits for has become a picture, it shows that; where it has come to nothing, the duplicate is
 * read and claimed anew. Returns whether there is any such.
 */
async function answerDuplicates(items: QueueItems): Promise<boolean> {
  const all = items.all.peek();
  const awaited = new Set(all.filter(hasBytes).map(({ hash }) => hash));
  const pictures = new Map(
    all.flatMap(({ hash, state }) =>
      state.name === 'done' ? [[hash, state.image.image_id] as const] : [],
    ),
  );
  let isAnyFreed = false;
  for (const item of all) {
    const { id, hash, state } = item;
    const isOpen = state.name === 'duplicate' && state.imageId === null;
    if (!isOpen || hash === null || awaited.has(hash)) continue;
    const found = pictures.get(hash) ?? (await findPicture(items, item, hash));
    if (found === 'taken') continue;
    isAnyFreed ||= found === null;
    items.apply(
      id,
      found === null ? { name: 'freed' } : { name: 'repeated', hash, imageId: found },
    );
  }
  return isAnyFreed;
}

/** What the same bytes are by what all tabs keep: an image's id, another item's still, or null for nobody's. */
async function findPicture(
  { store }: QueueItems,
  item: Item,
  hash: string,
): Promise<number | 'taken' | null> {
  // A duplicate claims nothing for itself. Where nothing is kept, the bytes were those of this tab.
  const claim = await store.claim(item, hash).catch(() => 'new' as const);
  if (claim === 'taken') return claim;
  return claim === 'new' ? null : claim.imageId;
}
