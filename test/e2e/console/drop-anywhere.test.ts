import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { en } from '../../../src/console/text/en/index.ts';
import { describeConsole } from './support/console.ts';
import { PIXEL } from './support/fake-library.ts';
import { drop, makeFolder } from './support/give-files.ts';
import { hold } from './support/hold.ts';

const TAKER = '**/assets/add-dropped-files-*.js';
const NOT_LOADED = 'Part of this page didn’t load.';

describeConsole('an image dropped on any page', ({ openProfile, signUp, openSignedIn }) => {
  const openAccount = async () => {
    const { page } = await openSignedIn('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, file: await makeImage() };
  };

  it('waits for the upload code, and is asked for again if that fails', async () => {
    const { page, file } = await openAccount();
    await page.route(TAKER, (route) => route.abort(), { times: 1 });
    await drop(page, file);
    await page.getByText(NOT_LOADED).waitFor();
    const { isAsked, open } = await hold(page, TAKER);
    await drop(page, file);
    await isAsked;
    open();
    await expectInQueue(page);
  });

  it('waits for the code that takes it, when the page has just opened', async () => {
    const { page } = await openSignedIn(null);
    const { isAsked, open } = await hold(page, '**/assets/drop-anywhere-*.js');
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const file = await makeImage();
    await drop(page, file, { isShown: false });
    await isAsked;
    open();
    await expectInQueue(page);
    expect(new URL(page.url()).pathname).toBe('/upload');
  });

  it('goes the way of one that is chosen in the empty gallery', async () => {
    const { page } = await openSignedIn('/gallery');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose photos' }).click();
    const image = { name: 'dropped.webp', mimeType: 'image/webp', buffer: PIXEL };
    await (await chosen).setFiles([image]);
    await expectInQueue(page);
  });

  it('prevents the automatic reload of its window after a deployment', async () => {
    const { page, file } = await openAccount();
    let looks = 0;
    await page.route(TAKER, (route) => route.fulfill({ status: 404 }));
    await page.route(
      (url) => url.pathname === '/',
      (route) => {
        looks += 1;
        return route.fulfill({
          contentType: 'text/html',
          body: '<title>Another version</title>',
        });
      },
    );
    await drop(page, file);
    await page.getByText(NOT_LOADED).waitFor();
    await page.unroute(TAKER);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await loaded;
    expect(looks).toBe(0);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drop(page, file);
    await expectInQueue(page);
  });

  it('waits, without an automatic reload, when a deployment has replaced the code that takes it', async () => {
    const { page, file } = await openAccount();
    const shown = '**/assets/drop-anywhere-*.js';
    await page.route(shown, (route) => route.fulfill({ status: 404 }));
    await page.route(
      (url) => url.pathname === '/',
      (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Another version</title>' }),
    );
    await page.evaluate('globalThis.isSame = true');
    await drop(page, file, { isShown: false });
    await page.getByText(NOT_LOADED).waitFor();
    await page.unroute(shown);
    await page.getByRole('link', { name: 'Gallery' }).first().click();
    await expectInQueue(page);
    expect(await page.evaluate('globalThis.isSame')).toBe(true);
    expect(await page.getByText(NOT_LOADED).count()).toBeLessThanOrEqual(1);
  });

  it('is discarded with a message when the person has signed out', async () => {
    const { page, file } = await openAccount();
    const { isAsked, open } = await hold(page, TAKER);
    await drop(page, file);
    await isAsked;
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    open();
    await page.getByText('Sign in to continue.').waitFor();
  });

  it('is uploaded also when the browser cannot store the existence of uploads', async () => {
    const { page, file } = await openAccount();
    await page.evaluate(
      `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
    );
    await drop(page, file);
    await expectInQueue(page);
  });

  it('fails with a message when the upload code throws, and is reported', async () => {
    const file = await makeImage();
    const profile = await openProfile();
    await signUp(profile);
    const page = await profile.newPage();
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const reported = page.waitForRequest('**/public/client-errors');
    await page.evaluate(`navigator.storage.persist = () => { throw new RangeError('at fault'); };`);
    await drop(page, file);
    await page.getByText('Something went wrong on our side.').waitFor();
    expect((await reported).postDataJSON()).toMatchObject({ message: 'RangeError: at fault' });
    // The message must not blame the connection.
    expect(await page.getByText(NOT_LOADED).count()).toBe(0);
  });

  it('is announced by a live region that existed before', async () => {
    const { page, file } = await openAccount();
    const region = await page.locator('body > #console > p[role=status]').elementHandle();
    expect(await region?.textContent()).toBe('');
    await drop(page, file);
    const { progress } = en.layout.uploads;
    await expect
      .poll(() => region?.textContent())
      .toBeOneOf([progress(1, 1, 0, 0), progress(0, 1, 1, 0)]);
  });
});

const makeImage = async (): Promise<string> => {
  const file = join(await makeFolder(), 'dropped.webp');
  await writeFile(file, PIXEL);
  return file;
};

const expectInQueue = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByText('dropped.webp').waitFor();
};
