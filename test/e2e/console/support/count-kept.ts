import type { Page } from 'playwright-core';

/** Counts the stored items, files, sets of parts and tickets. */
export const countKept = (page: Page): Promise<number[]> =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('tintype-uploads');
    opening.onsuccess = async () => {
      const names = ['items', 'sources', 'parts', 'tickets'];
      const tx = opening.result.transaction(names);
      const counts = names.map((name) => tx.objectStore(name).count());
      tx.oncomplete = () => resolve(counts.map(({ result }) => result));
      opening.result.close();
    };
  })`);
