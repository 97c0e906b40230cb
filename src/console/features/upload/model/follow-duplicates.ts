import { computed, effect } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import { watchImages } from '../../../state/image-changes.ts';
import { hasBytes } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import { findImageOf } from './read-files.ts';

type CopyFinder = Pick<TintypeApi, 'findCopy'>;

/** Watches this tab, other tabs, and the return to this one. Returns what ends this. */
export function followDuplicates(items: QueueItems, api: CopyFinder): () => void {
  const follow = (): void => void answerDuplicates(items, api);
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
async function answerDuplicates(items: QueueItems, api: CopyFinder): Promise<void> {
  const all = items.all.peek();
  const awaited = new Set(all.filter(hasBytes).map(({ hash }) => hash));
  for (const item of all) {
    const { id, hash, state } = item;
    const isOpen = state.name === 'duplicate' && state.imageId === null;
    if (!isOpen || hash === null || awaited.has(hash)) continue;
    // Without a store, the bytes were those of this tab.
    if (!(await items.store.claim(item, hash).catch(() => true))) continue;
    const imageId = await findImageOf(all, hash, api);
    items.apply(
      id,
      imageId === undefined ? { name: 'freed' } : { name: 'repeated', hash, imageId },
    );
  }
}
