import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import type { BundledServer } from '../support/bundled-server.ts';
import { openDatabase } from '../support/insert-person.ts';
import { callSite, openSession } from '../support/site-client.ts';
import { describeConsole, PASSWORD } from './support/console.ts';
import { Keyboard } from './support/keyboard.ts';
import { startOwnServer } from './support/own-server.ts';
import { drawAll, waitForCount } from './support/queue-page.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const VIEWER_KEYS = ['+', '-', '0', '1', '0', 't', 'ArrowLeft', 'ArrowRight', 'c'];

describeConsole('the keyboard alone', ({ openPage }) => {
  // Lists of the shared server have the people and the work of other tests.
  let server: BundledServer;
  beforeAll(async () => {
    server = await startOwnServer();
  });
  afterAll(() => server.stop());

  it('leads through every page, with a focus that is seen and never lost', async () => {
    const { baseUrl, persistTo } = server;
    const page = await openPage('/', { ...CLIPBOARD, baseURL: baseUrl });
    const keys = new Keyboard(page);
    const name = await register(page, keys);
    {
      using database = openDatabase({ persistTo });
      database.prepare("UPDATE users SET role = 'admin' WHERE username = ?").run(name);
    }
    await page.reload();
    await upload(page, keys);
    const photo = await look(page, keys);
    const album = await arrange(page, keys);
    await restore(page, keys);
    await manage(page, keys);
    for (const link of ['/reset-password#token=treset_1', '/api/v1/docs', photo, album]) {
      await page.goto(link);
      // A page that is drawn later would lose the focus.
      await page.locator('h1').waitFor();
      await keys.press('Tab');
      await keys.walk(/./u);
    }
    await keys.use('link', 'Harbour');
    await page.getByRole('link', { name: 'Harbours' }).waitFor();
    await keys.press('Tab');
    await keys.walk('Harbour');
    await unlock(page, keys, await lockPhoto(baseUrl, name));
    await page.goto('/gallery');
    await keys.use('button', 'Menu');
    await keys.press('ArrowUp', 'Enter');
    await keys.walk('A good home for your photos');
  });
});

const register = async (page: Page, keys: Keyboard): Promise<string> => {
  const name = `p${randomUUID().slice(0, 12)}`;
  await page.locator('html:not([data-drawn])').waitFor();
  await keys.use('link', 'Sign in');
  await keys.walk('Sign in');
  await keys.use('link', 'Sign up');
  await keys.walk('Create account');
  await keys.tabTo('textbox', 'Username');
  await page.keyboard.type(name);
  await keys.press('Tab');
  await page.keyboard.type(`${name}@example.com`);
  await keys.press('Tab');
  await page.keyboard.type(PASSWORD);
  await keys.press('Enter');
  await page.waitForURL('**/upload');
  return name;
};

const upload = async (page: Page, keys: Keyboard): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await keys.use('button', 'Choose photos');
  await (await chooser).setFiles(await drawAll('one.png', 'two.png', 'three.png'));
  await waitForCount(page, '3 of 3 uploaded');
  await keys.expectOn('button', 'Choose photos');
  await keys.walk('Upload');
  await keys.use('button', 'Copy: two.png');
  await keys.use('link', 'Gallery');
};

/** Looks at the gallery and the viewer; returns the link of a photo's page. */
const look = async (page: Page, keys: Keyboard): Promise<string> => {
  await page.getByRole('gridcell').nth(2).waitFor();
  await keys.walk('Gallery');
  await keys.tabTo('gridcell', /./u);
  await keys.press('ArrowRight', 'ArrowUp', 'Space');
  await keys.expectOn('checkbox', /^Select all of/u);
  await page.getByText('3 selected').waitFor();
  await keys.press('ArrowDown', 'Escape', 'Control+End', 'Control+Home', 'ArrowRight', 'Enter');
  await page.locator('img[data-loaded=true]').waitFor();
  await keys.walk('two');
  const info = page.getByRole('complementary', { name: 'Info' });
  await keys.press(...VIEWER_KEYS);
  await page.getByText('Link copied.').waitFor();
  const saving = page.waitForEvent('download');
  await keys.press('d', 'f');
  await saving;
  await info.waitFor({ state: 'detached' });
  await keys.walk('two');
  await keys.press('Escape');
  await info.waitFor();
  await keys.press('?');
  await keys.walk('Keyboard shortcuts');
  await keys.press('Escape', 'Delete');
  await keys.expectOn('button', 'Cancel');
  await keys.press('Escape');
  const link = await page.getByLabel('Page', { exact: true }).inputValue();
  await keys.tabTo('textbox', 'Title');
  await page.keyboard.type('Harbour');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Harbour' }).waitFor();
  await keys.tabTo('link', 'Download');
  await keys.press('i');
  await info.waitFor({ state: 'detached' });
  await keys.press('i', 'Escape');
  await keys.expectOn('gridcell', 'Harbour');
  // The image page.
  await page.setViewportSize({ width: 800, height: 900 });
  await keys.press('Enter');
  await keys.walk('Harbour');
  await keys.press('Escape');
  await page.setViewportSize({ width: 1280, height: 720 });
  await keys.expectOn('gridcell', 'Harbour');
  return link;
};

/** Makes an album, orders and shares it; returns its link. */
const arrange = async (page: Page, keys: Keyboard): Promise<string> => {
  await keys.press('Control+a');
  await keys.use('button', 'Add to album');
  await keys.tabTo('textbox', 'Album title');
  await page.keyboard.type('Harbours');
  await keys.press('Enter');
  await keys.use('button', 'Open album');
  await page.getByRole('gridcell').nth(2).waitFor();
  await keys.walk('Harbours');
  await keys.use('combobox', 'Order', 'End');
  await page.locator('.album-grid[data-movable=true]').waitFor();
  await keys.tabTo('gridcell', /./u);
  await keys.press('Alt+ArrowRight');
  await page.getByText('Moved to position 2').waitFor();
  await keys.use('combobox', 'Sharing', 'ArrowDown');
  const link = page.getByRole('textbox', { name: 'Album link' });
  await link.waitFor();
  await keys.use('link', 'Albums');
  await keys.walk('Albums');
  await keys.use('link', /Harbours/u);
  await link.waitFor();
  return link.inputValue();
};

/** Returns the address of a link with a password. */
const lockPhoto = async (baseUrl: string, username: string): Promise<string> => {
  const client = await openSession(baseUrl, { username, password: PASSWORD });
  const { images } = await callSite<{ images: { id: number }[] }>(client, 'GET', '/images/');
  const path = `/images/${String(images[0]?.id)}/links`;
  return (await callSite<{ url: string }>(client, 'POST', path, { password: PASSWORD })).url;
};

const unlock = async (page: Page, keys: Keyboard, link: string): Promise<void> => {
  const enter = async (password: string): Promise<void> => {
    await page.goto(link);
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(password);
    await keys.press('Enter');
  };
  await enter('wrong');
  await page.getByRole('alert').waitFor();
  await page.locator('input:focus').waitFor();
  await keys.walk('This photo has a password');
  await enter(PASSWORD);
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await keys.press('Tab');
  await keys.walk(/./u);
};

const restore = async (page: Page, keys: Keyboard): Promise<void> => {
  await keys.use('link', 'Gallery');
  await keys.tabTo('gridcell', 'Harbour');
  // The images added to the album may still be selected.
  await keys.press('Escape', 'Delete');
  await keys.expectOn('button', 'Cancel');
  await keys.use('button', 'Delete 1 photo');
  await page.getByText('Moving 1 photo to trash').waitFor();
  await keys.expectOn('gridcell', /./u);
  // Closing the message sends it.
  await keys.use('button', 'Close');
  await page.getByText('1 photo moved to trash').waitFor();
  await keys.use('link', 'Trash');
  await keys.use('checkbox', 'Harbour', 'Space');
  await keys.walk('Trash');
  await keys.use('button', 'Restore');
  await keys.walk('The trash is empty');
};

/** Account and administration, with all their tabs. */
const manage = async (page: Page, keys: Keyboard): Promise<void> => {
  for (const [link, heading] of [
    ['Account', 'Account'],
    ['Admin', 'Administration'],
  ] as const) {
    await keys.use('link', link);
    await keys.walk(heading);
    const [, ...tabs] = await page.locator('.tabs a').allTextContents();
    for (const tab of tabs) {
      await keys.use('link', tab);
      await keys.walk(heading);
    }
  }
};
