import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../../src/shared/bytes.ts';
import { describeConsole, failOnErrors } from './support/console.ts';
import { drop, makeFolder } from './support/give-files.ts';
import { makeAdmin, openAs } from './support/open-as.ts';
import { drawAll, pick, waitForCount } from './support/queue-page.ts';

describeConsole('the photos of all accounts', ({ persistTo, openProfile, openSignedIn }) => {
  it('are found by link and by user, hidden, shown again, and deleted after a question', async () => {
    const { page: own, username } = await openSignedIn('/upload');
    await pick(own, await drawAll('cove.png', 'reef.png'));
    await waitForCount(own, '2 of 2 uploaded');
    const link = await own.getByRole('textbox', { name: 'Link to cove.png' }).inputValue();
    const isOpen = async (): Promise<boolean> => (await fetch(link)).ok;
    expect(await isOpen()).toBe(true);

    const admin = makeAdmin({ persistTo });
    const page = await openAs(await openProfile(), admin, '/admin/images');
    failOnErrors(page);
    const list = page.getByRole('list', { name: 'Photos' });
    await list.getByText('reef').first().waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('By link');
    await page.getByLabel('Link or its end').fill(link);
    await list.getByText('reef').first().waitFor({ state: 'detached' });
    await list.getByText('cove').waitFor();
    await list.getByRole('link', { name: username }).waitFor();
    await list.locator('img').evaluate('(image) => image.decode()');

    await page.getByRole('button', { name: 'Hide: cove' }).click();
    await page.getByText('cove is private').waitFor();
    expect(await isOpen()).toBe(false);
    await page.getByRole('button', { name: 'Make public: cove' }).click();
    await page.getByText('cove is public').waitFor();
    expect(await isOpen()).toBe(true);

    await page.getByRole('button', { name: 'Delete: cove' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await isOpen()).toBe(true);
    await page.getByRole('button', { name: 'Delete: cove' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No photos found').waitFor();
    expect(await isOpen()).toBe(false);

    await page.getByLabel('Show', { exact: true }).selectOption('By user');
    await page.getByText('Choose a user, or paste a link.').waitFor();
    await page.getByRole('combobox', { name: 'User' }).fill(username);
    await page.getByRole('option', { name: username }).click();
    await list.getByText('reef').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(1);
    await page.goto('/admin/audit');
    await page.getByText(`${admin} hid photo`).waitFor();
  });

  it('are found in all accounts by a dropped file or its hash, and the file stays in the browser', async () => {
    const [cove] = await drawAll('cove.png');
    if (cove === undefined) throw new Error('nothing was drawn');
    const names: string[] = [];
    const links: string[] = [];
    for (let account = 0; account < 2; account += 1) {
      const { page: own, username } = await openSignedIn('/upload');
      await pick(own, [cove]);
      await waitForCount(own, '1 of 1 uploaded');
      links.push(await own.getByRole('textbox', { name: 'Link to cove.png' }).inputValue());
      names.push(username);
    }
    const admin = makeAdmin({ persistTo });
    const page = await openAs(await openProfile(), admin, '/admin/images');
    failOnErrors(page);
    await page.getByLabel('Show', { exact: true }).selectOption('By file');
    const field = page.getByLabel('SHA-256 of a file');
    await field.waitFor();
    const path = join(await makeFolder(), 'report.png');
    await writeFile(path, cove.buffer);
    await drop(page, path, { isShown: false });
    const list = page.getByRole('list', { name: 'Photos' });
    const rowOf = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    for (const name of names) {
      await rowOf(name).getByText('Matches: uploaded file').waitFor();
    }
    await page.getByText('All stored files searched').waitFor();
    // Nothing of it has gone to the queue.
    const mine = await page.request.get('/api/v1/images/');
    expect(await mine.json()).toMatchObject({ data: { images: [] } });
    expect(await page.getByText('Drop to upload').count()).toBe(0);

    await field.fill('not a hash');
    await page.getByText('A SHA-256 has 64 characters').waitFor();
    const shown = new Uint8Array(await (await fetch(links[0] ?? '')).arrayBuffer());
    await field.fill(`SHA256: ${(await sha256Hex(shown)).toUpperCase()}`);
    for (const name of names) await rowOf(name).getByText('web size').waitFor();
    const [gone = '', kept = ''] = names;
    await rowOf(gone).getByRole('button', { name: 'Hide: cove' }).click();
    await rowOf(gone).getByText('Private').waitFor();
    await rowOf(gone).getByRole('button', { name: 'Delete: cove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(gone).waitFor({ state: 'detached' });
    await rowOf(kept).waitFor();
    await field.fill('0'.repeat(64));
    await page.getByText('No photos found').waitFor();
    await page.getByText('All stored files searched, 0 photos found').waitFor();
  });
});
