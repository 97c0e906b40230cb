import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium } from '../support/chromium.ts';
import { describeConsole } from './support/console.ts';
import { startFront } from './support/front.ts';
import { waitForWorker } from './support/service-worker.ts';

describeConsole('the console as an app', ({ baseUrl, openProfile }) => {
  const openApp = async (url = baseUrl) => {
    const profile = await openProfile({ serviceWorkers: 'allow' });
    const page = await profile.newPage();
    await page.goto(url);
    await waitForWorker(page);
    return { profile, page };
  };

  it('can be installed', async () => {
    // Only a full browser reports installability.
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
    // Private profiles, as tests use, cannot install apps.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  it('installs its service worker a second after the load, behind the first images', async () => {
    const { page } = await openApp();
    const waitedMs = await page.evaluate<number>(`{
      const [{ loadEventStart }] = performance.getEntriesByType('navigation');
      const { startTime } = performance.getEntriesByType('resource')
        .find(({ name }) => name.includes('/assets/installation-'));
      startTime - loadEventStart;
    }`);
    expect(waitedMs).toBeGreaterThan(990);
  });

  it('opens its pages when the service fails or answers too late', async () => {
    const front = await startFront(baseUrl);
    const { page } = await openApp(front.url);
    const open = async () => {
      await page.goto(`${front.url}/register`);
      await page.getByRole('heading', { level: 1, name: 'Create account' }).waitFor();
    };
    const isPage = (path: string) => path === '/register';
    let failures = 0;
    front.change = (path, answer) => {
      if (!isPage(path)) return answer;
      failures += 1;
      return new Response('Bad gateway', { status: 502 });
    };
    await open();
    const held = Promise.withResolvers<Response>();
    front.change = (path, answer) => {
      if (!isPage(path)) return answer;
      failures += 1;
      return held.promise;
    };
    await open();
    held.resolve(new Response('Bad gateway', { status: 502 }));
    expect(failures).toBe(2);
  });

  it('offers new versions to long-open windows, and keeps the previous files', async () => {
    const front = await startFront(baseUrl);
    let looks = 0;
    const deploy = (version: string) => {
      front.change = async (path, answer) => {
        if (path !== '/service-worker.js') return answer;
        looks += 1;
        return new Response((await answer.text()).replaceAll(/\b[\da-f]{16}\b/gu, version), answer);
      };
    };
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(16));
    deploy(one ?? '');
    const { page } = await openApp(front.url);
    const kept = () => page.evaluate<string[]>('caches.keys().then((names) => names.toSorted())');
    expect(await kept()).toEqual([`tintype-${one}`]);

    deploy(two ?? '');
    await page.reload();
    const offer = page.getByText('A new version of Tintype is available.');
    await offer.waitFor();
    expect(await kept()).toEqual([`tintype-${one}`, `tintype-${two}`]);
    const accept = async () => {
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload' }).click();
      await loaded;
    };
    await accept();
    expect(await kept()).toEqual([`tintype-${one}`, `tintype-${two}`]);

    await page.clock.install();
    looks = 0;
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.runFor(2000);
    // The browser checks once at a page load; later checks are the page's.
    await expect.poll(() => looks).toBeGreaterThan(0);
    deploy(three ?? '');
    // Repeated, since the page may not listen yet.
    const isOffered = async () => {
      await page.clock.fastForward('01:30:00');
      await comeBack(page);
      return offer.isVisible();
    };
    await expect.poll(isOffered, { interval: 500 }).toBe(true);
    await accept();
    await expect.poll(kept).toEqual([`tintype-${two}`, `tintype-${three}`]);
  });
});

/** Simulates a return to the tab. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
