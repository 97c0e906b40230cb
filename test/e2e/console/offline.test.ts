import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, failOnErrors } from './support/console.ts';
import { waitForWorker } from './support/service-worker.ts';

describeConsole('the console without a network', ({ openProfile, openPage, signUp }) => {
  const openApp = async (): Promise<{ profile: BrowserContext; page: Page }> => {
    const profile = await openProfile({ serviceWorkers: 'allow' });
    const page = await profile.newPage();
    await page.goto('/');
    await waitForWorker(page);
    return { profile, page };
  };

  it('reports that the network is lost, and that it is back', async () => {
    const page = await openPage('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Back online.').waitFor();
  });

  it('opens its pages from the cache', async () => {
    const { profile, page } = await openApp();
    await profile.setOffline(true);
    const offline = await profile.newPage();
    // Its policy, too, is of the cache.
    failOnErrors(offline);
    await offline.goto('/');
    await offline.getByRole('heading', { level: 1 }).waitFor();
    await offline.getByRole('link', { name: 'Sign in' }).first().click();
    await offline.getByRole('heading', { name: 'Sign in' }).waitFor();
    await offline.goBack();
    await offline.getByRole('heading', { level: 1 }).waitFor();
    await page.close();
  });

  it('retries failed loads on its own once the network is back', async () => {
    const { profile, page } = await openApp();
    await signUp(profile);
    await page.goto('/albums');
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
    await page.goto('/account');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await profile.setOffline(true);
    await page.getByRole('link', { name: 'Albums' }).click();
    await page.getByRole('alert').getByText('Can’t reach Tintype.').waitFor();
    await profile.setOffline(false);
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
  });

  it('shows who is signed in once the network is back', async () => {
    const { profile, page } = await openApp();
    await signUp(profile);
    await profile.setOffline(true);
    await page.goto('/gallery');
    // The first script of the cached document has run.
    expect(await page.evaluate('globalThis.earlyAnswers instanceof Map')).toBe(true);
    await page.getByText('Can’t reach Tintype.').waitFor();
    await profile.setOffline(false);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
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
