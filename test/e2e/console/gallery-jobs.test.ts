import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { answer, fakeLibrary, refuse } from './support/fake-library.ts';
import { cells, focusedIndex } from './support/gallery-page.ts';
import { hold } from './support/hold.ts';

describeConsole('a job of the gallery', ({ openSignedIn }) => {
  it('stops at a rate limit until the person continues, lists refusals, and offers to resume', async () => {
    const { page } = await openSignedIn(null);
    await page.clock.install();
    await fakeLibrary(page, 30);
    let calls = 0;
    await page.route('**/api/v1/images/*/visibility', async (route) => {
      calls += 1;
      if (calls === 2) return refuse(route, 429, 4029, { 'Retry-After': '600' });
      if (route.request().url().includes('/images/29/')) return refuse(route, 409, 4093);
      return answer(route, { asset_link: 'fakefakefakeS' });
    });
    const held = Promise.withResolvers<void>();
    const wait = async (route: Route) => {
      await held.promise;
      await route.fallback();
    };
    await page.route('**/api/v1/images/?*limit=100*', wait, { times: 1 });
    await page.goto('/gallery');
    // No layout shift when the first images arrive.
    const place = await page.locator('.gallery-awaited > *').first().boundingBox();
    held.resolve();
    const { x, y } = (await cells(page).first().locator('.gallery-preview').boundingBox()) ?? {};
    expect({ x, y }).toEqual({ x: place?.x, y: place?.y });
    await cells(page).first().getByRole('checkbox').click();
    await cells(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.getByRole('button', { name: 'Change visibility' }).click();
    await page.getByRole('menuitem', { name: 'Make private' }).click();
    await page.getByRole('button', { name: 'Make private' }).click();
    await page.getByText('This job has stopped.').first().waitFor();
    await page
      .getByText(/You can continue in \d+ min/u)
      .first()
      .waitFor();
    const button = page.getByRole('button', { name: 'Continue' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    const sent = calls;
    await page.clock.fastForward(500_000);
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await page.clock.fastForward(100_000);
    await page.locator('button[aria-disabled=false]', { hasText: 'Continue' }).waitFor();
    await sleep(1000);
    expect(calls).toBe(sent);
    const answers = await hold(page, '**/api/v1/images/*/visibility');
    await button.press('Enter');
    await expect.poll(() => page.locator('button:focus').textContent()).toBe('Stop');
    answers.open();
    await page.getByText('4 photos are now private').waitFor();
    await page.getByText(/1 photo failed: This photo is still being processed/u).waitFor();
    await page.getByText('(Picture 29)').waitFor();
    await page.getByText('1 selected').waitFor();
    expect(calls).toBe(6);

    const deleted: string[] = [];
    await page.route(/\/api\/v1\/images\/\d+\?trash=true$/u, (route) => {
      deleted.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      return answer(route, {});
    });
    await cells(page).first().getByRole('checkbox').click();
    await cells(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('region', { name: 'Selected photos' }).getByText('Delete').click();
    await page.getByRole('button', { name: 'Delete 4 photos' }).click();
    // The message stays below the pointer, and so does the deletion.
    await page.getByRole('button', { name: 'Undo' }).hover();
    // The focus is on the image in the place of the last one.
    await expect.poll(() => focusedIndex(page)).toBe('3');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('You left before all 4 photos were moved to trash.').waitFor();
    expect(deleted).toEqual([]);
    await page.getByRole('button', { name: 'Move the rest to trash' }).click();
    await page.getByText('4 photos moved to trash').waitFor();
    expect(deleted.sort()).toEqual(['27', '28', '29', '30']);
  });
});
