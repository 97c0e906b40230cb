import type { Page } from 'playwright-core';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';

/** The refusal of one key too many. */
const FULL = { code: 4031, message: 'Refused', request_id: 'AAAAAAAAAAAAAAAAAAAAAA' };

const fillForm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
};

const readKey = (page: Page): Promise<string> =>
  page.getByLabel('Key', { exact: true }).inputValue();

const openApp = (page: Page, name: string): Promise<void> =>
  page.locator('summary', { hasText: name }).first().click();

/** Presses a button of a key, and confirms. */
const confirm = async (page: Page, action: 'Replace' | 'Revoke', name: string): Promise<void> => {
  const label = `${action}: ${name}`;
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('group', { name: label }).getByRole('button', { name: action }).click();
};

describeConsole('apps and keys', ({ baseUrl, openSignedIn }) => {
  /** The status of a request that needs the right to upload. */
  const ask = async (key: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${baseUrl}/api/v1/uploads/recipe`, { headers })).status;
  };

  it('makes a key, shows it once, and puts it into the settings of apps', async () => {
    const { page } = await openSignedIn('/account/apps');
    await page.getByText('No keys yet').waitFor();
    await fillForm(page, 'Desk');
    const field = page.getByLabel('Key', { exact: true });
    await field.waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe(await field.getAttribute('id'));
    const key = await readKey(page);
    expect(await ask(key)).toBe(200);

    await openApp(page, 'ShareX');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download tintype.sxcu' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tintype.sxcu');
    expect(JSON.parse(await text(await download.createReadStream()))).toMatchObject({
      RequestURL: `${baseUrl}/api/v1/upload`,
      Headers: { Authorization: `Bearer ${key}` },
      Arguments: { visibility: 'public' },
    });

    await page.reload();
    await page.getByText('never used').or(page.getByText('last used')).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Set up an app with Desk' }).click();
    await openApp(page, 'Obsidian');
    const server = page.getByLabel('PicGo server', { exact: true });
    expect(await server.inputValue()).toBe(`${baseUrl}/api/v1/picgo/upload?key=YOUR_KEY`);
    const paste = page.getByLabel('Key to put into the settings');
    await paste.fill(key.replace(/.{7}$/u, 'Aaaaaaa'));
    await page.getByText('This isn’t that key.').waitFor();
    await paste.fill(key);
    expect(await server.inputValue()).toBe(`${baseUrl}/api/v1/picgo/upload?key=${key}`);
  });

  it('keeps a key that can do more out of addresses, and offers no settings without uploads', async () => {
    const { page } = await openSignedIn('/account/apps');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('label');
    await page.getByLabel('Name').fill('Script');
    await page.getByLabel('See your photos and your profile').check();
    await page.route('**/api/v1/user/keys', (route) => route.fulfill({ status: 403, json: FULL }));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('You have too many keys.').waitFor();
    await page.unroute('**/api/v1/user/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await openApp(page, 'Obsidian');
    await page.getByText('Needs a key that can only upload').waitFor();
    expect(await page.getByLabel('PicGo server', { exact: true }).count()).toBe(0);

    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Reader');
    await page.getByLabel('Upload photos').uncheck();
    await page.getByLabel('See your photos and your profile').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Your key for Reader').waitFor();
    expect(await page.locator('.apps-app').count()).toBe(0);
    await page.getByRole('button', { name: 'Set up an app with Script' }).waitFor();
    expect(await page.getByRole('button', { name: 'Set up an app with Reader' }).count()).toBe(0);
  });

  it('replaces and revokes a key at once', async () => {
    const { page } = await openSignedIn('/account/apps');
    await fillForm(page, 'Phone');
    const first = await readKey(page);
    await confirm(page, 'Replace', 'Phone');
    await expect.poll(() => readKey(page)).not.toBe(first);
    const second = await readKey(page);
    expect([await ask(first), await ask(second)]).toEqual([401, 200]);
    await confirm(page, 'Revoke', 'Phone');
    await page.getByText('Key revoked.').waitFor();
    await page.getByText('No keys yet').waitFor();
    expect(await page.getByLabel('Key', { exact: true }).count()).toBe(0);
    expect(await ask(second)).toBe(401);
  });
});
