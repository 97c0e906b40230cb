import type { Page } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/**
 * Runs code in one transaction of a page's database. `store(name)` is an object store; the code may return a function,
 * whose result is read once the transaction is complete. First waits until the page has made the database: to open one
 * that is not there makes it without stores, and then the page's own waits without end.
 */
export const inDatabase = async <Result>(
  page: Page,
  database: string,
  code: string,
): Promise<Result> => {
  await waitUntil(
    page,
    `indexedDB.databases().then((all) => all.some(({ name }) => name === '${database}'))`,
  );
  return page.evaluate<Result>(`(async () => {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('${database}');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    try {
      const tx = db.transaction(db.objectStoreNames, 'readwrite');
      const done = new Promise((resolve, reject) => {
        tx.oncomplete = resolve;
        tx.onabort = () => reject(tx.error);
      });
      const store = (name) => tx.objectStore(name);
      const read = (() => { ${code} })();
      await done;
      return read?.();
    } finally {
      db.close();
    }
  })()`);
};
