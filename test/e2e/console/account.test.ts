import type { BrowserContext, Page } from 'playwright-core';
import { arrayBuffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { cookieCredentials, TintypeApi, uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { readZip, type ReadEntry } from '../../support/archives.ts';
import { drawSource } from '../../support/draw.ts';
import { findBarriers } from './support/accessible.ts';
import { insertPerson } from '../support/insert-person.ts';
import { describeConsole, PASSWORD, signIn } from './support/console.ts';
import { answer } from './support/fake-library.ts';
import { expectOneLeftEdge } from './support/left-edge.ts';
import { publishImage } from './support/publish-image.ts';
import { QUICK_SCHEDULER } from './support/quick-scheduler.ts';

const NEW_PASSWORD = 'another horse, another battery';

/** Sends a write like the console, with a profile's cookies. */
const write = async (
  profile: BrowserContext,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<unknown> => {
  const csrf = (await profile.cookies()).find(({ name }) => name === '__Host-csrf_token');
  const headers = { 'X-CSRF-Token': csrf?.value ?? '' };
  const answer = await profile.request.fetch(`/api/v1${path}`, { method, headers, data });
  return ((await answer.json()) as { readonly code: unknown }).code;
};

/** Simulates a return to the tab. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', {
    name:
      unread === 0
        ? 'Notifications'
        : `Notifications: ${String(unread)} unread notification${unread === 1 ? '' : 's'}`,
    exact: true,
  });

const namesIn = (entries: readonly ReadEntry[]): string[] => entries.map(({ name }) => name);

describeConsole('the account', ({ baseUrl, persistTo, openProfile, openSignedIn }) => {
  /** Signs the same person in with a second profile, and opens a page. */
  const openSecond = async (username: string, path: string): Promise<Page> => {
    const profile = await openProfile();
    await signIn(profile, username);
    const page = await profile.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  it('lists the sites that may show its direct links', async () => {
    const { page, username } = await openSignedIn('/account');
    const { path } = await publishImage(baseUrl, username);
    const statusFrom = async (site: string): Promise<number> => {
      const headers = { Referer: `https://${site}/page` };
      return (await fetch(baseUrl + path, { headers })).status;
    };
    const keepsPlaces = page.getByRole('checkbox', { name: 'Keep where new photos were taken' });
    const described = await keepsPlaces.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).textContent()).toContain('already kept stay');
    await expectOneLeftEdge(page);
    await page.getByLabel('Only the sites that I list').check();
    const field = page.getByLabel('Sites', { exact: true });
    await field.fill('example.org\nnot a host!');
    await page.getByRole('button', { name: 'Save sites' }).click();
    await page.getByText('“host!” isn’t a site.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await field.fill('https://Example.org/forum');
    await page.getByRole('button', { name: 'Save sites' }).click();
    await page.getByText('Saved. It can take 10 minutes').waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe('example.org');
    expect([await statusFrom('www.example.org'), await statusFrom('other.example')]).toEqual([
      200, 403,
    ]);
    await page.getByLabel('Only the sites that I list').uncheck();
    await page.getByRole('button', { name: 'Save sites' }).click();
    await page.getByText('Saved. It can take 10 minutes').waitFor();
    await page.reload();
    expect(await page.getByLabel('Only the sites that I list').isChecked()).toBe(false);
  });

  it('changes the password, which signs out here and in the other profile', async () => {
    const { page, username } = await openSignedIn('/account/security');
    const second = await openSecond(username, '/account');
    const current = page.getByLabel('Current password', { exact: true });
    const next = page.getByLabel('New password', { exact: true });
    const submit = page.getByRole('button', { name: 'Change password' });

    await current.fill('not my password');
    await next.fill('short');
    await submit.click();
    await page.getByText('Use at least 8 characters.').waitFor();
    await next.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Show new password' }).click();
    expect(await next.getAttribute('type')).toBe('text');
    await submit.click();
    await page.getByText('That isn’t your current password.').waitFor();
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').getAttribute('name')).toBe('old_password');
    expect(await findBarriers(page)).toEqual([]);

    await current.fill(PASSWORD);
    expect(await current.getAttribute('aria-invalid')).toBe('false');
    await submit.click();
    await page.waitForURL('**/sign-in?next=%2Faccount%2Fsecurity');
    await page.getByText('Sign in with your new password.').waitFor();
    await comeBack(second);
    await second.waitForURL('**/sign-in?next=%2Faccount');
    await second.getByText('Your session has expired.').waitFor();
  });

  it('ends a session of another profile, and all others', async () => {
    const { page, username } = await openSignedIn('/account');
    const second = await openSecond(username, '/account/takeout');
    await page.getByRole('link', { name: 'Devices' }).click();
    const other = page.getByRole('listitem').filter({ hasText: /Last used/u });
    await other.getByRole('heading', { name: 'Chrome on Linux' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Active now' }).waitFor();
    await page.getByRole('button', { name: /^Sign out: Chrome on Linux/u }).click();
    const question = page.getByRole('group', { name: /^Sign out: Chrome on Linux/u });
    await question.getByText('Sign out this device?').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Sign out: Chrome on Linux/u }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You’re not signed in anywhere else.').waitFor();
    await comeBack(second);
    await second.waitForURL('**/sign-in?next=*');

    const third = await openSecond(username, '/account');
    const login = { username, password: PASSWORD, device: { device_id: 'phone', name: 'Phone' } };
    const device = await page.request.post('/api/v1/auth/device-login', {
      headers: { 'X-Platform': 'android', 'X-Client-Version': '2.0.0' },
      data: login,
    });
    expect(device.status()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Remove: Phone (Android)' }).waitFor();
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.getByText('1 session and 1 device will be signed out.').waitFor();
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.getByText('You’re now signed in only here.').waitFor();
    await page.getByText('Your devices').waitFor({ state: 'detached' });
    await comeBack(third);
    await third.waitForURL('**/sign-in?next=*');
  });

  it('saves all images as a ZIP, by a download or into a chosen file', async () => {
    const { page, username } = await openSignedIn('/account/takeout');
    const api = new TintypeApi(baseUrl, cookieCredentials());
    await api.login({ username, password: PASSWORD });
    const codecs = createNodeCodecs();
    const picture = await drawSource(codecs, 1, { width: 240, height: 160 });
    const options = {
      api,
      codecs,
      filename: 'dunes.webp',
      visibility: 'private',
      scheduler: QUICK_SCHEDULER,
    } as const;
    await uploadImage(picture, options);

    const file = `navigator.storage.getDirectory()
      .then((folder) => folder.getFileHandle('takeout.zip', { create: true }))`;
    await page.evaluate(`globalThis.showSaveFilePicker = () => ${file}`);
    await page.getByRole('button', { name: 'Download everything' }).click();
    await page.getByText(/^Everything saved: /u).waitFor();
    const saved = await page.evaluate<number[]>(
      `${file}.then((handle) => handle.getFile())
        .then((saved) => saved.arrayBuffer())
        .then((bytes) => [...new Uint8Array(bytes)])`,
    );
    const written = namesIn(await readZip(new Uint8Array(saved).buffer));
    expect(written).toEqual([expect.stringContaining('dunes'), 'index.json']);

    await page.evaluate(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download again' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`tintype-${username}-1.zip`);
    const downloaded = await arrayBuffer(await download.createReadStream());
    expect(namesIn(await readZip(downloaded))).toEqual(written);
    await page.getByText('Download started.').waitFor();
  });

  it('explains a lock on the next page when the script for it failed to load', async () => {
    const { page } = await openSignedIn(null);
    for (const path of ['auth/me', 'user/profile']) {
      await page.route(`**/api/v1/${path}`, async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { readonly data: object };
        const data = { ...answer.data, status: 'pending_deletion' };
        await route.fulfill({ response, json: { ...answer, data } });
      });
    }
    const files = '**/assets/deletion-banner-*.js';
    await page.route(files, (route) => route.abort());
    await page.addInitScript(
      "addEventListener('vite:preloadError', () => (globalThis.hasMissed = true))",
    );
    await page.goto('/account');
    const hasMissed = () => page.evaluate('globalThis.hasMissed === true');
    await expect.poll(hasMissed).toBe(true);
    await page.unroute(files);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByRole('region', { name: 'This account is about to be deleted' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows only listed notifications, and loads the next page when the last one is deleted', async () => {
    const { page } = await openSignedIn(null);
    const toNotice = (id: number) => ({
      id,
      user_id: 1,
      type: 'system',
      title: `Notice ${String(id)}`,
      message: 'Message',
      is_read: true,
      metadata: '{}',
      created_at: '2026-11-22T00:00:00Z',
    });
    const unread = Promise.withResolvers<void>();
    await page.route(/\/notifications\/\?/u, async (route) => {
      const asked = new URL(route.request().url()).searchParams;
      if (asked.get('unread') === 'true') await unread.promise;
      const pages: Record<string, number[]> = { '': [2], next: [1] };
      const ids = asked.get('unread') === 'true' ? [] : (pages[asked.get('cursor') ?? ''] ?? []);
      const cursor = ids.includes(2) ? 'next' : '';
      await answer(route, {
        notifications: ids.map(toNotice),
        next_cursor: cursor,
        has_more: cursor !== '',
        unread_count: 0,
      });
    });
    await page.route(/\/notifications\/2$/u, (route) => answer(route, null));
    await page.goto('/account/notifications');
    await page.getByRole('button', { name: 'Delete: Notice 2' }).click();
    const second = page.getByRole('heading', { name: 'Notice 1' });
    await second.waitFor();
    await page.getByLabel('Unread only').check();
    await second.waitFor({ state: 'detached' });
    unread.resolve();
    await page.getByText('You’re all caught up').waitFor();
  });

  it('reports a lock and its end, and counts unread notifications', async () => {
    const { page, username } = await openSignedIn('/account');
    const administrator = insertPerson({ persistTo }, { role: 'admin' });
    const theirs = await openProfile();
    await signIn(theirs, administrator);
    const { id } = (await (await page.request.get('/api/v1/auth/me')).json()).data as {
      readonly id: number;
    };
    const admin = (path: string, data?: unknown) =>
      write(theirs, 'POST', `/admin/users/${String(id)}/${path}`, data);

    const image = await publishImage(baseUrl, username);
    await bell(page, 0).waitFor();
    const lock = `request-deletion?admin=${administrator}`;
    expect(await admin(lock, { username })).toBe(0);
    await signIn(page.context(), username);
    await page.goto('/gallery');
    const banner = page.getByRole('region', { name: 'This account will be deleted in 1 day, on' });
    await banner.getByText('you can view and download your photos').waitFor();
    await banner.getByText('Only an administrator can cancel the deletion.').waitFor();
    expect(await write(page.context(), 'DELETE', `/images/${image.id}`)).toBe(4038);
    // Actions that would be refused are not offered.
    await page.getByRole('checkbox', { name: 'Select harbour' }).click();
    const selected = page.getByRole('region', { name: 'Selected photos' });
    await selected.getByRole('button', { name: 'Copy links' }).waitFor();
    expect(await selected.getByRole('button').count()).toBe(2);
    await page.keyboard.press('Delete');
    // Escape would close a dialog instead.
    await page.keyboard.press('Escape');
    await selected.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { name: 'Uploads are turned off' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose photos' }).count()).toBe(0);
    await banner.getByRole('link', { name: 'Download everything' }).click();
    await page.getByText('you can download everything up to three times').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    expect(await admin('cancel-deletion')).toBe(0);
    await page.reload();
    await bell(page, 2).click();
    await page.getByRole('heading', { name: 'Account deletion cancelled' }).waitFor();
    expect(await banner.count()).toBe(0);

    await page.getByRole('button', { name: 'Mark as read: Account deletion cancelled' }).click();
    await bell(page, 1).waitFor();
    await page.getByLabel('Unread only').check();
    await page
      .getByRole('heading', { name: 'Account deletion cancelled' })
      .waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Your account is scheduled for deletion' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(page, 0).waitFor();
    await page.getByLabel('Unread only').uncheck();
    await page.getByRole('button', { name: 'Delete: Account deletion cancelled' }).click();
    await page
      .getByRole('heading', { name: 'Account deletion cancelled' })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('heading', { name: 'No notifications' }).waitFor();
  });
});
