import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BundledServer } from '../support/bundled-server.ts';
import { findBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { makeAdmin, openAs } from './support/open-as.ts';
import { startOwnServer } from './support/own-server.ts';

const FIRST_PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';

const fill = async (page: Page, label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(value);

describeConsole('who may come in', ({ openProfile }) => {
  let server: BundledServer;

  beforeAll(async () => {
    server = await startOwnServer();
  });
  afterAll(() => server.stop());

  const openStranger = async (path: string): Promise<Page> => {
    const page = await (await openProfile({ baseURL: server.baseUrl })).newPage();
    await page.goto(path);
    return page;
  };

  it('follows the setting, an invitation, and a link for a lost password, made in the console', async () => {
    const admin = await openAs(
      await openProfile({ baseURL: server.baseUrl }),
      makeAdmin(server),
      '/admin/settings',
    );
    const choose = async (mode: string): Promise<void> => {
      await admin.goto('/admin/settings');
      await admin.getByLabel('Who can register').selectOption(mode);
      await admin.getByRole('button', { name: 'Save' }).click();
      await admin.getByText('Settings saved.').waitFor();
    };
    await choose('closed');
    await admin.goto('/admin/invitations');
    await admin.getByText('These links don’t work until you change that.').waitFor();
    await choose('invite');
    const stranger = await openStranger('/register');
    await stranger.getByText('New accounts are by invitation only.').waitFor();
    expect(await stranger.getByRole('button', { name: 'Create account' }).count()).toBe(0);

    await admin.goto('/admin/invitations');
    await admin.getByRole('button', { name: 'New invitation' }).click();
    expect(await admin.getByText('These links don’t work').count()).toBe(0);
    await fill(admin, 'Name', 'For Grace');
    await fill(admin, 'Storage of each account (GB)', '0.5');
    await admin.getByRole('button', { name: 'Create invitation' }).click();
    const invitation = await admin.getByLabel('Invitation link', { exact: true }).inputValue();
    expect(await findBarriers(admin)).toEqual([]);

    // The page is open already: the link changes its fragment alone.
    await stranger.goto(invitation);
    await stranger.getByText('You’re invited.').waitFor();
    const username = `p${randomUUID().slice(0, 12)}`;
    await fill(stranger, 'Username', username);
    await fill(stranger, 'Email address', `${username}@example.org`);
    await fill(stranger, 'Password', FIRST_PASSWORD);
    await stranger.getByRole('button', { name: 'Create account' }).click();
    await stranger.waitForURL('**/upload');

    const second = await openStranger(invitation);
    await fill(second, 'Username', `${username}2`);
    await fill(second, 'Email address', `${username}2@example.org`);
    await fill(second, 'Password', FIRST_PASSWORD);
    await second.getByRole('button', { name: 'Create account' }).click();
    await second.getByText('This invitation doesn’t work').waitFor();

    await admin.goto(`/admin/users?search=${username}`);
    const row = admin.getByRole('row').filter({ hasText: username });
    await row.getByText('of 512 MB').waitFor();
    await admin.getByRole('button', { name: `Actions for ${username}` }).click();
    await admin.getByRole('menuitem', { name: 'Change limits…' }).click();
    await fill(admin, 'Photos', '3');
    await admin.getByRole('button', { name: 'Save' }).click();
    await row.getByText('0 of 3 photos').waitFor();
    await admin.getByRole('button', { name: `Actions for ${username}` }).click();
    await admin.getByRole('menuitem', { name: 'Reset password…' }).click();
    await admin.getByRole('button', { name: 'Create link' }).click();
    const link = await admin.getByLabel('Link to set a new password', { exact: true }).inputValue();

    await second.goto(link);
    await fill(second, 'New password', 'short');
    await second.getByRole('button', { name: 'Set password' }).click();
    await second.getByText('Use at least 8 characters.').waitFor();
    await fill(second, 'New password', NEW_PASSWORD);
    await second.getByRole('button', { name: 'Set password' }).click();
    await second.getByText('Your new password is set.').waitFor();
    await second.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await fill(second, 'Username or email address', `${username}@example.org`);
    await fill(second, 'Password', NEW_PASSWORD);
    await second.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await second.waitForURL('**/gallery');

    const third = await openStranger(link);
    await fill(third, 'New password', 'a third password');
    await third.getByRole('button', { name: 'Set password' }).click();
    await third.getByText('This link doesn’t work.').waitFor();
    expect(await findBarriers(third)).toEqual([]);
  });

  it('shows an open invitation until it is revoked, and then refuses it', async () => {
    const admin = await openAs(
      await openProfile({ baseURL: server.baseUrl }),
      makeAdmin(server),
      '/admin/invitations',
    );
    await admin.getByRole('button', { name: 'New invitation' }).click();
    await fill(admin, 'Name', 'For nobody');
    await fill(admin, 'Accounts', 'many');
    await admin.getByRole('button', { name: 'Create invitation' }).click();
    await admin.getByText('Enter a whole number from 1 to 1,000,000, or nothing.').waitFor();
    await fill(admin, 'Accounts', '');
    await admin.getByRole('button', { name: 'Create invitation' }).click();
    const item = admin.getByRole('listitem').filter({ hasText: 'For nobody' });
    await item.getByText('Used 0×, no limit').waitFor();
    await admin.getByRole('button', { name: 'Revoke For nobody' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await item.getByText('Revoked').waitFor();
    // The link goes with its invitation.
    expect(await admin.getByLabel('Invitation link', { exact: true }).count()).toBe(0);
  });
});
