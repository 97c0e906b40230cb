import { expect, it } from 'vitest';
import type { Item } from '../../../src/console/upload/queue-item.ts';
import type { UploadedBefore } from '../../../src/console/upload/queue-store.ts';
import { describeConsole } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { draw, pick, waitForCount } from './support/queue-page.ts';

const DAY_MS = 86_400_000;
/** What the browser remembers of pictures at most. */
const HISTORY_MAX = 5000;

describeConsole('what the browser keeps of uploads', ({ openSignedIn }) => {
  it('is forgotten after 14 days, and the oldest of the pictures beyond 5000', async () => {
    const { page } = await openSignedIn('/upload');
    const me = await page.request.get('/api/v1/auth/me');
    const { data } = (await me.json()) as { data: { id: number } };
    await pick(page, [await draw('first.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    const keep = (name: string, days: number): Item => ({
      id: name,
      owner: data.id,
      tab: 'gone',
      addedAt: Date.now() - days * DAY_MS,
      index: 0,
      name,
      size: 1,
      type: 'image/png',
      visibility: 'public',
      hash: null,
      isKept: false,
      progress: 0,
      state: { name: 'missing' },
    });
    const history = Array.from({ length: HISTORY_MAX - 1 }, (_, at): UploadedBefore => {
      return { owner: data.id, hash: `h${at}`, imageId: at, at };
    });
    const change = (code: string): Promise<unknown> =>
      page.evaluate(`new Promise((resolve) => {
        const opening = indexedDB.open('tintype-uploads');
        opening.onsuccess = () => {
          const tx = opening.result.transaction(['items', 'sources', 'history'], 'readwrite');
          const store = (name) => tx.objectStore(name);
          const asked = (() => { ${code} })();
          tx.oncomplete = () => resolve(asked?.result);
          opening.result.close();
        };
      })`);
    const kept = JSON.stringify([keep('late.png', 15), keep('early.png', 13)]);
    await change(`
      for (const item of ${kept}) {
        store('items').put(item);
        store('sources').put(new ArrayBuffer(1), item.id);
      }
      for (const before of ${JSON.stringify(history)}) store('history').put(before);
    `);
    await page.reload();
    await page.getByText('early.png', { exact: true }).waitFor();
    expect(await page.getByText('late.png').count()).toBe(0);
    expect((await countKept(page)).slice(0, 2)).toEqual([2, 1]);

    await pick(page, [await draw('new.png')]);
    await waitForCount(page, '2 of 3 uploaded');
    expect(await change(`return store('history').count()`)).toBe(HISTORY_MAX);
    const oldest = `return store('history').index('at').getAll(null, 1)`;
    expect(await change(oldest)).toMatchObject([{ hash: 'h1' }]);
  });
});
