import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium } from '../support/chromium.ts';
import { describeConsole } from './support/console.ts';

/** Waits until the page's service worker answers for it. */
const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate(`navigator.serviceWorker.controller
    ?? new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve()))`);

/** What the share target has put aside, without its bytes. */
const readShared = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opened = indexedDB.open('tintype-share');
    opened.onerror = reject;
    opened.onsuccess = () => {
      const all = opened.result.transaction('files').objectStore('files').getAll();
      all.onsuccess = () => resolve(all.result.map(({ name, type, bytes }) =>
        ({ name, type, text: new TextDecoder().decode(bytes) })));
    };
  })`);

describeConsole('the console without a network', ({ baseUrl, openProfile, openPage, signUp }) => {
  const openApp = async (): Promise<{ profile: BrowserContext; page: Page }> => {
    const profile = await openProfile({ serviceWorkers: 'allow' });
    const page = await profile.newPage();
    await page.goto('/');
    await waitForWorker(page);
    return { profile, page };
  };

  it('says that the network is gone, and that it is back', async () => {
    const page = await openPage('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The connection is back.').waitFor();
  });

  it('is installed a second after its page has loaded, so that the first pictures come before', async () => {
    const { page } = await openApp();
    const waitedMs = await page.evaluate<number>(`{
      const [{ loadEventStart }] = performance.getEntriesByType('navigation');
      const { startTime } = performance.getEntriesByType('resource')
        .find(({ name }) => name.includes('/assets/installation-'));
      startTime - loadEventStart;
    }`);
    expect(waitedMs).toBeGreaterThan(990);
  });

  it('opens its pages from what it keeps, and loads by itself what failed', async () => {
    const { profile, page } = await openApp();
    await profile.setOffline(true);
    const offline = await profile.newPage();
    await offline.goto('/');
    await offline.getByRole('heading', { level: 1 }).waitFor();
    await offline.getByText('The figures are not to be had').waitFor();
    await offline.getByRole('link', { name: 'Sign in' }).first().click();
    await offline.getByRole('heading', { name: 'Sign in' }).waitFor();
    await offline.goBack();
    await offline.getByText('The figures are not to be had').waitFor();
    await profile.setOffline(false);
    await offline.locator('dd', { hasText: /\d/u }).first().waitFor();
    await page.close();
  });

  it('tells who is signed in once the network is back', async () => {
    const { profile, page } = await openApp();
    await signUp(profile);
    await profile.setOffline(true);
    await page.goto('/gallery');
    await page.getByText('No connection to the service.').waitFor();
    await profile.setOffline(false);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
  });

  it('takes pictures that other apps share, or says that it cannot', async () => {
    const { profile, page } = await openApp();
    await signUp(profile);
    // No form, so that nothing of it can be kept.
    const share = `fetch('/share', { method: 'POST', body: 'no form' }).then(({ url }) => url)`;
    await page.goto(await page.evaluate<string>(share));
    await page.getByText('the browser could not keep it').waitFor();
    await page.waitForURL('**/upload');

    await page.evaluate(`{
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
      const files = new DataTransfer();
      files.items.add(new File(['one'], 'one.jpg', { type: 'image/jpeg' }));
      files.items.add(new File(['two'], 'two.png', { type: 'image/png' }));
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }`);
    await page.waitForURL('**/upload?shared');
    // Any page of any site can send such a form: nothing is uploaded before the person says so.
    await page.getByText('Another app or page has handed over 2 pictures.').waitFor();
    expect(await readShared(page)).toEqual([
      { name: 'one.jpg', type: 'image/jpeg', text: 'one' },
      { name: 'two.png', type: 'image/png', text: 'two' },
    ]);
    expect(await page.getByText('one.jpg').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('one.jpg').first().waitFor();
    await page.waitForURL('**/upload');
    expect(await readShared(page)).toEqual([]);
  });

  it('can be installed', async () => {
    // Only a whole browser knows what can be.
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: CHROMIUM_ARGUMENTS,
    });
    onTestFinished(() => browser.close());
    const profile = await browser.newContext({ baseURL: baseUrl });
    const page = await profile.newPage();
    await page.goto('/');
    await waitForWorker(page);
    const devtools = await profile.newCDPSession(page);
    for (const path of ['/service-worker.js', '/manifest.webmanifest']) {
      const headers = (await page.request.get(path)).headers();
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Profiles of tests are private ones, in which nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  it('leaves images, the API and operations to the network', async () => {
    const { profile, page } = await openApp();
    await profile.setOffline(true);
    for (const path of ['/api/v1/public/stats', '/health', '/i/none.webp']) {
      expect(await page.evaluate(`fetch('${path}').then(() => 'answered', () => 'failed')`)).toBe(
        'failed',
      );
    }
  });
});
