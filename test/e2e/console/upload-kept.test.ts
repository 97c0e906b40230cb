import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Item } from '../../../src/console/features/upload/model/queue-item.ts';
import { describeConsole } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { answer } from './support/fake-library.ts';
import { inDatabase } from './support/page-database.ts';
import { draw, pick, waitForCount } from './support/queue-page.ts';

const DAY_MS = 86_400_000;

/** Id of the signed-in account. */
const readAccount = async (page: Page) => {
  const me = await page.request.get('/api/v1/auth/me');
  const { data } = (await me.json()) as { data: { id: number } };
  return data;
};

const readOwner = async (page: Page): Promise<number> => (await readAccount(page)).id;

const itemOf = (owner: number, name: string): Item => ({
  id: name,
  owner,
  tab: 'gone',
  addedAt: Date.now(),
  index: 0,
  name,
  size: 1,
  type: 'image/png',
  visibility: 'public',
  hash: null,
  isKept: false,
  progress: 0,
  state: { name: 'waiting' },
});

const change = (page: Page, code: string): Promise<unknown> =>
  inDatabase(page, 'tintype-uploads', code);

describeConsole('the stored upload queue', ({ openSignedIn }) => {
  it('forgets entries after 14 days, and what earlier versions knew of uploads', async () => {
    const { page } = await openSignedIn('/upload');
    const owner = await readOwner(page);
    await pick(page, [await draw('first.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    const keep = (name: string, days: number): Item => ({
      ...itemOf(owner, name),
      addedAt: Date.now() - days * DAY_MS,
      state: { name: 'missing' },
    });
    const kept = JSON.stringify([keep('late.png', 15), keep('early.png', 13)]);
    await change(
      page,
      `
      for (const item of ${kept}) {
        store('items').put(item);
        store('sources').put(new ArrayBuffer(1), item.id);
      }
      store('history').put({ owner: ${owner}, hash: 'h', imageId: 1, at: 1 });
    `,
    );
    await page.reload();
    await page.getByText('early.png', { exact: true }).waitFor();
    expect(await page.getByText('late.png').count()).toBe(0);
    expect((await countKept(page)).slice(0, 2)).toEqual([2, 1]);

    const ask = `const all = store('history').count(); return () => all.result;`;
    expect(await change(page, ask)).toBe(0);
  });

  it('requests no files again for an account that must not upload', async () => {
    const { page } = await openSignedIn('/upload');
    const account = await readAccount(page);
    const lost: Item = { ...itemOf(account.id, 'lost.png'), state: { name: 'missing' } };
    await pick(page, [await draw('first.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    await change(page, `store('items').put(${JSON.stringify(lost)})`);
    await page.reload();
    const again = page.getByRole('button', { name: 'Choose again' });
    await again.waitFor();
    await page.route('**/api/v1/auth/me', (route) =>
      answer(route, { ...account, status: 'pending_deletion' }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Uploads are turned off' }).waitFor();
    await page.getByText('lost.png', { exact: true }).waitFor();
    expect(await again.count()).toBe(0);
  });

  it('reserves an image’s bytes while the service may still publish them', async () => {
    const { page } = await openSignedIn('/upload');
    const owner = await readOwner(page);
    await pick(page, [await draw('first.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    // The other window is open.
    await page.evaluate(`new Promise((resolve) => {
      navigator.locks.request('tintype-tab:other', () => new Promise(() => resolve()));
    })`);
    const file = await draw('same.png');
    const late: Item = {
      ...itemOf(owner, 'late.png'),
      tab: 'other',
      hash: createHash('sha256').update(file.buffer).digest('hex'),
      state: {
        name: 'failed',
        failure: { kind: 'ended', fault: 'publication_timeout', code: null },
      },
    };
    await change(page, `store('items').put(${JSON.stringify(late)})`);
    await pick(page, [file]);
    await page.getByText('This photo is already being uploaded.').waitFor();
    expect(await page.getByText('late.png').count()).toBe(0);
  });
});
