import { expect, it } from 'vitest';
import { describeConsole, failOnErrors } from './support/console.ts';
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
});
