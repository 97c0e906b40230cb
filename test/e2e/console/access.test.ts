import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, PASSWORD } from './support/console.ts';

const newName = (): string => `p${randomUUID().slice(0, 12)}`;

const fillSignIn = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
};

/** Refuses the page's next call of a path. */
const refuse = (
  page: Page,
  path: string,
  status: number,
  code: number,
  retryAfter = '',
): Promise<unknown> =>
  page.route(
    `**/api/v1${path}`,
    (route) =>
      route.fulfill({
        status,
        headers: retryAfter === '' ? {} : { 'Retry-After': retryAfter },
        json: { code, message: 'refused', request_id: 'x' },
      }),
    { times: 1 },
  );

describeConsole('the way in', ({ baseUrl, openPage, openProfile, signUp }) => {
  it('introduces Tintype to a new visitor, checks the account in place, creates it and signs in', async () => {
    const page = await openPage('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe(
      '/api/v1/docs',
    );
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL('**/register');

    const username = newName();
    const taken = await signUp(page.context());
    await page.context().clearCookies();
    const create = page.getByRole('button', { name: 'Create account' });

    await page.getByLabel('Username').fill('a b');
    await page.getByLabel('Email address').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await create.click();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(3);
    await page.locator('[name=username]:focus').waitFor();

    await page.getByLabel('Username').fill(taken);
    await page.getByLabel('Email address').fill(`${username}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await create.click();
    await page.getByText('This username is taken').waitFor();

    await page.getByLabel('Username').fill(username);
    const show = page.getByRole('button', { name: 'Show password' });
    // Free space within the field.
    expect((await show.boundingBox())?.width).toBe(40);
    await show.click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
    await create.click();
    await page.waitForURL('**/upload');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();

    await page.goto('/');
    await page.waitForURL('**/gallery');
  });

  it('signs a new account in once, also without the site’s facts, and explains a failure', async () => {
    const page = await openPage('/register');
    const username = newName();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email address').fill(`${username}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await refuse(page, '/public/config', 503, 1000);
    let tries = 0;
    let busyForms = 0;
    await page.route('**/api/v1/auth/login', async (route) => {
      tries += 1;
      busyForms = await page.locator('form:has([name=username]) [aria-busy=true]').count();
      await route.fulfill({ status: 503, json: { code: 1000, message: '', request_id: 'x' } });
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your account is ready.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in?next=%2Fupload');
    expect(tries).toBe(1);
    // No flicker between the form and the next page.
    expect(busyForms).toBe(1);
  });

  it('explains why a sign-in is refused, and when to try again', async () => {
    const page = await openPage('/sign-in');
    const name = newName();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    const wrong = page.locator('[aria-invalid=true]');
    await wrong.nth(1).waitFor();
    await fillSignIn(page, name, 'not my password');
    expect(await wrong.count()).toBe(0);
    await page.getByText('Incorrect username or password.').waitFor();

    await refuse(page, '/auth/login', 403, 4030);
    await fillSignIn(page, name, PASSWORD);
    await page.getByText('This account is suspended.').waitFor();

    await page.clock.install();
    await refuse(page, '/auth/login', 429, 2008, '600');
    await fillSignIn(page, name, PASSWORD);
    await page.getByText('Too many attempts.').waitFor();
    const send = page.getByRole('main').getByRole('button', { name: 'Sign in' });
    expect(await send.isDisabled()).toBe(true);
    expect(await send.evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.clock.fastForward(500_000);
    expect(await send.isDisabled()).toBe(true);
    await page.clock.fastForward(100_000);
    await send.click({ trial: true });
    await page.getByText('Too many attempts.').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Username').inputValue()).toBe(name);
  });

  it('continues at the previous page, and on no other site', async () => {
    const profile = await openProfile();
    const username = await signUp(profile);
    await profile.clearCookies();
    const page = await profile.newPage();
    await page.goto('/account?from=here');
    await fillSignIn(page, username, PASSWORD);
    await page.waitForURL(`${baseUrl}/account?from=here`);

    await profile.clearCookies();
    await page.goto('/sign-in?next=https%3A%2F%2Fexample.org%2Fgallery');
    await fillSignIn(page, username, PASSWORD);
    await page.waitForURL(`${baseUrl}/gallery`);
  });

  it('follows a sign-in and a sign-out of another tab', async () => {
    const profile = await openProfile();
    const username = await signUp(profile);
    await profile.clearCookies();
    const [one, other] = [await profile.newPage(), await profile.newPage()];
    await one.goto('/gallery');
    await one.waitForURL('**/sign-in?next=%2Fgallery');
    await other.goto('/sign-in');
    await fillSignIn(other, username, PASSWORD);
    await one.waitForURL('**/gallery');

    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL(`${baseUrl}/`);
    await one.waitForURL('**/sign-in?next=%2Fgallery');
  });

  it('shows no private page while the session is unknown or another’s', async () => {
    const profile = await openProfile();
    await signUp(profile);
    const page = await profile.newPage();
    await refuse(page, '/auth/me', 500, 1000);
    await page.goto('/gallery');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
  });
});
