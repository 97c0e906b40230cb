import { computed, effect } from '@preact/signals';
import { watchImages } from '../../../state/image-changes.ts';
import { hasBytes, type Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';

/** Watches this tab, other tabs, and the return to this one. Returns what ends this. */
export function followDuplicates(items: QueueItems): () => void {
  const follow = (): void => void answerDuplicates(items);
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

/** Shows the image that the same bytes became, or frees the duplicate to be read again if they became nothing. */
async function answerDuplicates(items: QueueItems): Promise<void> {
  const all = items.all.peek();
  const awaited = new Set(all.filter(hasBytes).map(({ hash }) => hash));
  const images = new Map(
    all.flatMap(({ hash, state }) =>
      state.name === 'done' ? [[hash, state.image.image_id] as const] : [],
    ),
  );
  for (const item of all) {
    const { id, hash, state } = item;
    const isOpen = state.name === 'duplicate' && state.imageId === null;
    if (!isOpen || hash === null || awaited.has(hash)) continue;
    const found = images.get(hash) ?? (await findImage(items, item, hash));
    if (found === 'taken') continue;
    items.apply(
      id,
      found === null ? { name: 'freed' } : { name: 'repeated', hash, imageId: found },
    );
  }
}

/** The image that the same bytes became, by what all tabs store; `taken` by another item, or null. */
async function findImage(
  { store }: QueueItems,
  item: Item,
  hash: string,
): Promise<number | 'taken' | null> {
  // Without a store, the bytes were those of this tab.
  const claim = await store.claim(item, hash).catch(() => 'new' as const);
  if (claim === 'taken') return claim;
  return claim === 'new' ? null : claim.imageId;
}
