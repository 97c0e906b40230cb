import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, failOnErrors, PASSWORD } from './support/console.ts';
import { draw, pick, waitForCount } from './support/queue-page.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const LINK = /^http:\/\/\S+\/i\/\w+\.webp$/u;

interface Effort {
  readonly clicks: number;
  readonly fields: readonly string[];
}

/** Counts presses of the pointer, and the fields that were filled in, over all pages of a tab. */
const countEffort = async (page: Page): Promise<() => Promise<Effort>> => {
  await page.addInitScript(`
    const add = (key, value) => {
      const known = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      sessionStorage.setItem(key, JSON.stringify([...known, value]));
    };
    addEventListener('pointerdown', () => add('clicks', ''), true);
    addEventListener('input', ({ target: { type, name } }) => type !== 'file' && add('fields', name), true);
  `);
  return () =>
    page.evaluate<Effort>(`({
      clicks: JSON.parse(sessionStorage.getItem('clicks') ?? '[]').length,
      fields: [...new Set(JSON.parse(sessionStorage.getItem('fields') ?? '[]'))],
    })`);
};

const readLink = async (page: Page): Promise<string> => {
  const read = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(read).toMatch(LINK);
  return read();
};

describeConsole('the way to a link', ({ openProfile, openSignedIn }) => {
  it('takes a visitor without an account 4 clicks and 3 fields', async () => {
    const page = await (await openProfile(CLIPBOARD)).newPage();
    failOnErrors(page);
    const readEffort = await countEffort(page);
    await page.goto('/');
    await page.locator('html:not([data-drawn])').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByText('Choose photos').click();
    await (await chooser).setFiles([await draw('first.png')]);
    await page.getByRole('link', { name: 'Sign up and upload' }).click();
    const name = `p${randomUUID().slice(0, 12)}`;
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Email address').fill(`${name}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/upload');
    await page.getByRole('button', { name: 'Copy: first.png' }).click({ timeout: 60_000 });
    const link = await readLink(page);
    expect(await readEffort()).toEqual({ clicks: 4, fields: ['username', 'email', 'password'] });
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('takes one click in the gallery', async () => {
    const { page } = await openSignedIn('/upload', CLIPBOARD);
    await pick(page, [await draw('second.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    const readEffort = await countEffort(page);
    await page.goto('/gallery');
    const cell = page.getByRole('gridcell').first();
    await cell.hover();
    await cell.getByRole('button', { name: 'Copy link: second' }).click();
    await readLink(page);
    expect(await readEffort()).toEqual({ clicks: 1, fields: [] });
  });
});
