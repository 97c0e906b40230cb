import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, failOnErrors } from './support/console.ts';
import { answer } from './support/fake-library.ts';
import { hold } from './support/hold.ts';
import { makeAdmin, openAs } from './support/open-as.ts';

describeConsole('a failed part of the administration', (console) => {
  const { persistTo, openProfile } = console;
  const open = async (path: string | null): Promise<Page> => {
    const page = await openAs(await openProfile(), makeAdmin({ persistTo }), path);
    failOnErrors(page);
    return page;
  };
  const loseNetwork = async (page: Page): Promise<void> => {
    await page.context().setOffline(true);
    await page.getByText('You’re offline.').waitFor();
  };

  it('loads once the network is back, with its styles', async () => {
    const page = await open('/admin');
    await page.getByText('Operational').nth(1).waitFor();
    await loseNetwork(page);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('alert').getByText('Can’t reach Tintype.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('table').waitFor();
    const border = `getComputedStyle(document.querySelector('.users-table')).borderTopStyle`;
    expect(await page.evaluate(border)).toBe('solid');
  });

  it('keeps its place while it loads', async () => {
    const page = await open('/admin/settings');
    const old = page.getByRole('heading', { name: 'Settings' });
    await old.waitFor();
    const slow = await hold(page, '**/assets/audit-section-*.js');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await slow.isAsked;
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    expect(await old.count()).toBe(0);
    slow.open();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });

  it('is reported in place of a plot, and loads with the network', async () => {
    const page = await open(null);
    const days = ['2026-01-01', '2026-01-02'].map((day) => ({
      day,
      users: 1,
      images: 2,
      storage_used: 3,
      views: 4,
      recorded_at: `${day}T00:00:00.000Z`,
    }));
    await page.route('**/api/v1/admin/stats/daily?*', (route) => answer(route, { items: days }));
    const away = ['**/assets/draw-plot-*.js', '**/health', '**/ready'];
    for (const url of away) await page.route(url, (route) => route.abort());
    await page.goto('/admin');
    await page.getByText('Not responding').nth(1).waitFor();
    const plot = page.getByRole('img', { name: 'Photos over time' });
    await plot.scrollIntoViewIfNeeded();
    const missing = page.getByText('Part of this page didn’t load.');
    await missing.first().waitFor();

    await loseNetwork(page);
    for (const url of away) await page.unroute(url);
    await page.context().setOffline(false);
    await plot.locator('canvas').waitFor();
    await page.getByText('Operational').nth(1).waitFor();
    await missing.first().waitFor({ state: 'detached' });
  });
});
