import { restore } from './advance-item.ts';
import type { QueueItems } from './queue-items.ts';
import { afterTab, TAB, tabLocked } from './tab-lock.ts';

/** Takes over items of earlier visits, and of other tabs once they end. Returns what ends this. */
export function inheritItems(owner: number, items: QueueItems): () => void {
  const { store } = items;
  /** The tabs whose items are this one's, or will be. */
  const heirOf = new Set<string>();
  let isClosed = false;

  const take = async (tab: string): Promise<void> => {
    // Another tab may end long after this queue was closed.
    if (isClosed) return;
    const taken = await store.takeOver(owner, tab, TAB);
    await items.add(taken.map(restore));
  };

  const inherit = async (): Promise<void> => {
    await tabLocked;
    const tabs = await store.listTabs(owner).catch(() => new Set<string>());
    for (const tab of tabs) {
      if (heirOf.has(tab)) continue;
      heirOf.add(tab);
      // A failed read is repeated. So is a tab that has ended: its last write may arrive later.
      const forget = (): void => void heirOf.delete(tab);
      if (tab === TAB) take(tab).catch(forget);
      else afterTab(tab, () => take(tab)).then(forget, forget);
    }
    // From now on this tab knows what it stores.
    heirOf.add(TAB);
  };

  const onReturn = (): void => {
    if (document.visibilityState === 'visible') void inherit();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', onReturn);
  store
    .dropOld()
    .then(inherit)
    .catch(() => undefined);
  return () => {
    isClosed = true;
    document.removeEventListener('visibilitychange', onReturn);
    removeEventListener('focus', onReturn);
  };
}
