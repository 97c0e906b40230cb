import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { takeBrowser } from '../support/take-browser.ts';
import { describeConsole } from './support/console.ts';
import { takeProfile } from './support/spare-profiles.ts';

/** All that a page can read of earlier ones. */
const READ_TRACES = `(async () => {
  const storage = await navigator.storage.getDirectory();
  return [
    document.cookie, name, history.length, localStorage.length, sessionStorage.length,
    (await indexedDB.databases()).length, (await caches.keys()).length,
    (await Array.fromAsync(storage.keys())).length, document.querySelector('button:hover') === null,
  ];
})()`;

const LEAVE_TRACES = `(async () => {
  document.cookie = 'left=here';
  name = 'left here';
  localStorage.left = sessionStorage.left = 'here';
  history.pushState(null, '', '/sign-in?left=here');
  const storage = await navigator.storage.getDirectory();
  await storage.getFileHandle('left', { create: true });
  await (await caches.open('left')).put('/left', new Response('here'));
  await new Promise((resolve) => {
    indexedDB.open('left').onsuccess = resolve;
  });
})()`;

describeConsole('the profiles of tests', ({ baseUrl }) => {
  const options = { baseURL: baseUrl, serviceWorkers: 'block' } as const;
  const take = async () => takeProfile(await takeBrowser(), options);
  const open = async (profile: BrowserContext): Promise<Page> => {
    const page = await profile.newPage();
    await page.goto('/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  it('show nothing of an earlier test', async () => {
    const fresh = await (await takeBrowser()).newContext(options);
    const untouched = await (await open(fresh)).evaluate<unknown[]>(READ_TRACES);
    await fresh.close();
    const { profile, giveBack } = await take();
    const page = await open(profile);
    const heard: string[] = [];
    page.on('request', (request) => heard.push(request.url()));
    await profile.route('**/api/v1/public/config', (route) => route.abort());
    await page.route('**/api/v1/public/config', (route) => route.abort());
    await profile.addCookies([{ name: 'other', value: 'here', url: 'https://example.org' }]);
    await page.evaluate(LEAVE_TRACES);
    await page.emulateMedia({
      media: 'print',
      colorScheme: 'dark',
      contrast: 'more',
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });
    await page.setViewportSize({ width: 300, height: 300 });
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).hover();
    await profile.grantPermissions(['clipboard-read']);
    await profile.setOffline(true);
    const left = await page.evaluate<unknown[]>(READ_TRACES);
    // So none of them is there by default.
    expect(left.filter((value, at) => value === untouched[at])).toEqual([]);
    await profile.setOffline(false);
    const other = await open(profile);
    await profile.setOffline(true);
    await giveBack(true);
    expect(other.isClosed()).toBe(true);
    const noticed = heard.length;

    const next = await take();
    expect(next.profile).toBe(profile);
    expect(await profile.cookies()).toEqual([]);
    const again = await open(profile);
    expect(again).toBe(page);
    expect(await again.evaluate(READ_TRACES)).toEqual(untouched);
    expect(await again.evaluate("fetch('/api/v1/public/config').then(({ ok }) => ok)")).toBe(true);
    expect(heard).toHaveLength(noticed);
    await next.giveBack(false);
    expect(page.isClosed()).toBe(true);
  });

  it('open each page once, also after a test that has opened none', async () => {
    const { profile, giveBack } = await take();
    await giveBack(true);
    const next = await take();
    expect(next.profile).toBe(profile);
    const pages = [await profile.newPage(), await profile.newPage(), await profile.newPage()];
    expect(new Set(pages).size).toBe(3);
    await next.giveBack(false);
  });

  it.each<[string, (page: Page, profile: BrowserContext) => Promise<unknown>]>([
    ['a script', (page) => page.addInitScript('globalThis.left = 1')],
    ['a script of the profile', (_, profile) => profile.addInitScript('globalThis.left = 1')],
    ['a clock', (page) => page.clock.install()],
    ['a clock of the profile', (_, profile) => profile.clock.install()],
    ['a function', (page) => page.exposeFunction('left', () => 1)],
    ['a header', (page) => page.setExtraHTTPHeaders({ 'X-Left': 'here' })],
    ['a place', (_, profile) => profile.setGeolocation({ latitude: 1, longitude: 1 })],
    ['a session of the developer tools', (page, profile) => profile.newCDPSession(page)],
    ['a pressed key', (page) => page.keyboard.down('Shift')],
    ['a pressed button', (page) => page.mouse.down()],
    ['another site', (page) => page.goto(baseUrl.replace('localhost', '127.0.0.1'))],
    ['nothing', (page) => page.close()],
  ])('are not used again after a test that leaves %s', async (_, leave) => {
    const { profile, giveBack } = await take();
    const page = await profile.newPage();
    await leave(page, profile);
    await giveBack(true);
    expect(profile.pages()).toEqual([]);
    const next = await take();
    expect(next.profile).not.toBe(profile);
    await next.giveBack(false);
  });
});
