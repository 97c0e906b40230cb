import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole, failOnErrors } from './support/console.ts';
import { answer, refuse } from './support/fake-library.ts';
import { hold } from './support/hold.ts';
import { makeAdmin, openAs } from './support/open-as.ts';

const POLL_MS = 5000;
const PUBLICATIONS = '**/api/v1/admin/publications?*';
const USERS = '**/api/v1/admin/users?*';
const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** Answers for a list of `count` overdue publications. */
const answerPublications = (route: Route, count: number): Promise<void> => {
  const { searchParams } = new URL(route.request().url());
  const from = Number(searchParams.get('cursor'));
  const end = Math.min(count, from + Number(searchParams.get('limit')));
  const items = Array.from({ length: end - from }, (_, row) => ({
    image_id: from + row + 1,
    user_id: 1,
    status: 'queued',
    kind: 'publish',
    attempts: 1,
    due_at: LONG_AGO,
    updated_at: LONG_AGO,
    can_retry: from + row === 0,
    failure: null,
    last_error: null,
    upload_id: 'x',
  }));
  const next = end < count ? String(end) : '';
  return answer(route, { items, next_cursor: next, has_more: next !== '' });
};

/** Records each length of a list. */
const watchRows = (page: Page, label: string): Promise<void> =>
  page.evaluate(`{
    globalThis.rows = [];
    new MutationObserver(() => {
      const count = document.querySelectorAll('[aria-label="${label}"] > li').length;
      if (count !== globalThis.rows.at(-1)) globalThis.rows.push(count);
    }).observe(document.body, { childList: true, subtree: true });
  }`);

describeConsole('the administration’s lists', ({ persistTo, openProfile }) => {
  const open = async (path: string | null): Promise<Page> => {
    const page = await openAs(await openProfile(), makeAdmin({ persistTo }), path);
    failOnErrors(page);
    return page;
  };
  const readId = async (page: Page, name: string): Promise<number> => {
    const found = await page.request.get(`/api/v1/admin/users?search=${name}`);
    const { data } = (await found.json()) as { data: { items: readonly [{ id: number }] } };
    return data.items[0].id;
  };

  it('lose no loaded rows when they refresh', async () => {
    const page = await open(null);
    await page.clock.install();
    const asked: string[] = [];
    let held: Promise<void> | null = null;
    await page.route(PUBLICATIONS, async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(`${String(searchParams.get('cursor'))}+${String(searchParams.get('limit'))}`);
      await held;
      await answerPublications(route, 140);
    });
    await page.goto('/admin/publications?status=queued');
    const rows = page.getByRole('list', { name: 'Publishing' }).getByRole('listitem');
    const more = page.getByRole('button', { name: 'Load more' });
    await more.waitFor();
    await rows.first().getByText('Due now').waitFor();
    await watchRows(page, 'Publishing');
    // From now on no refresh comes by itself.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);

    // A further page is slower than the refresh.
    asked.length = 0;
    const slowMore = Promise.withResolvers<void>();
    held = slowMore.promise;
    await Promise.all([page.waitForRequest(PUBLICATIONS), more.click()]);
    await page.clock.runFor(2 * POLL_MS);
    slowMore.resolve();
    await rows.nth(49).waitFor();
    // By now, earlier requests are recorded and all rows may be refreshed.
    expect(asked.filter((page) => page !== '+50')).toEqual(['25+25']);

    // The refresh was under way when a further page was requested.
    const slowPoll = Promise.withResolvers<void>();
    held = slowPoll.promise;
    const poll = page.waitForResponse((response) => response.url().endsWith('limit=50'));
    await Promise.all([page.waitForRequest(PUBLICATIONS), page.clock.runFor(POLL_MS)]);
    held = null;
    await more.click();
    await rows.nth(74).waitFor();
    slowPoll.resolve();
    await (await poll).finished();
    const renew = async (): Promise<string | undefined> => {
      await page.clock.runFor(POLL_MS);
      return asked.at(-1);
    };
    await expect.poll(renew).toBe('+75');
    await more.click();
    await rows.nth(99).waitFor();
    await more.click();
    await rows.nth(124).waitFor();
    // An answer has at most 100 rows.
    asked.length = 0;
    await expect.poll(renew).toBe('100+25');
    expect(asked.slice(0, 2)).toEqual(['+100', '100+25']);

    // A retry refreshes the list early, while a further page is under way.
    const slowLast = Promise.withResolvers<void>();
    held = slowLast.promise;
    asked.length = 0;
    await Promise.all([page.waitForRequest(PUBLICATIONS), more.click()]);
    held = null;
    await page.route('**/api/v1/admin/publications/1/retry', (route) => answer(route, {}));
    const renewed = page.waitForResponse((response) => response.url().endsWith('limit=25'));
    await rows.first().getByRole('button').click();
    await (await renewed).finished();
    slowLast.resolve();
    await rows.nth(139).waitFor();
    await expect.poll(() => asked.slice(-2)).toEqual(['+100', '100+40']);
    // The list never shrinks.
    const counts = await page.evaluate<number[]>('globalThis.rows');
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts).toEqual(expect.arrayContaining([50, 75, 100, 125, 140]));
  });

  it('name the people of their entries, and actors without an account', async () => {
    const page = await open(null);
    const name = makeAdmin({ persistTo });
    const id = await readId(page, name);
    const entry = { id: 1, created_at: LONG_AGO, due_at: LONG_AGO, attempts: 0, last_error: null };
    const event = { ...entry, kind: 'account', payload: JSON.stringify({ user_id: id }) };
    const deed = { ...entry, actor_id: null, subject: `user:${String(id)}`, detail: '{}' };
    const deeds = ['role_grant', 'suspend', 'erase_account'];
    const setting = { ...deed, action: 'set_setting', subject: 'setting:site_language' };
    const end = { next_cursor: '', has_more: false };
    await page.route('**/api/v1/admin/outbox?*', (route) =>
      answer(route, { ...end, items: [event] }),
    );
    await page.route('**/api/v1/admin/audit?*', (route) =>
      answer(route, {
        ...end,
        items: [
          ...deeds.map((action, at) => ({ ...deed, action, id: at })),
          { ...setting, id: 8, detail: '{"from":"en","to":"de"}' },
          { ...setting, id: 9 },
        ],
      }),
    );
    await page.goto('/admin/outbox?kind=account');
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(`The operator made ${name} an administrator`).waitFor();
    await page.getByText(`A former administrator suspended ${name}`).waitFor();
    await page.getByText('The operator changed').waitFor();
    await page.getByText('A former administrator changed').waitFor();
    await page.getByText(`The service permanently deleted the account ${name}`).waitFor();
  });

  it('of people keep their search in the address, and show a pending one', async () => {
    const name = makeAdmin({ persistTo });
    const page = await open('/admin/users');
    const search = page.getByLabel('Search');
    const table = page.getByRole('table');
    const row = page.getByRole('row').filter({ hasText: `${name}@example.com` });
    await search.fill(name);
    await page.waitForURL(`**/admin/users?search=${name}`);
    await page.getByText('1 user').waitFor();
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Account history' }).click();
    await page.waitForURL('**/admin/audit?user=*');
    await page.goBack();
    await row.waitFor();
    expect(await search.inputValue()).toBe(name);

    const slow = await hold(page, USERS);
    await search.fill('zzzzzz');
    await slow.isAsked;
    expect(await table.getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('status').filter({ hasText: 'Loading…' }).count()).toBe(1);
    expect(await page.getByText('1 user').count()).toBe(0);
    slow.open();
    await page.getByRole('heading', { name: 'No users found' }).waitFor();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await page.locator('table[aria-busy=false]').waitFor();
    expect(await search.inputValue()).toBe('');
  });

  it('of people change several accounts at once, and undo it', async () => {
    const page = await open(null);
    const names = [makeAdmin({ persistTo }), makeAdmin({ persistTo })];
    await page.goto('/admin/users');
    await page.getByLabel('Sort by').selectOption('Newest first');
    await page.waitForURL('**/admin/users?sort=newest');
    for (const name of names) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Suspend 2' }).click();
    await page.getByText('2 users suspended.').waitFor();
    await page.getByLabel('Status').selectOption('Suspended');
    await page.waitForURL('**/admin/users?status=suspended&sort=newest');
    for (const name of names) await page.getByLabel(`Select ${name}`).waitFor();
    expect(await page.getByRole('group', { name: 'selected' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 users reactivated.').waitFor();
    await page.getByLabel('Search').fill(String(names[0]).slice(1));
    await page.getByRole('heading', { name: 'No users found' }).waitFor();
    await page.getByLabel('Status').selectOption('Any');
    await page.getByLabel(`Select ${String(names[0])}`).check();
    await page.getByRole('button', { name: 'Change limits of 1' }).click();
    await page.getByRole('dialog', { name: `Limits of ${String(names[0])}` }).waitFor();
  });

  it('of actions find people by any part, report a failed search, and show all for an empty field', async () => {
    const page = await open(null);
    const name = makeAdmin({ persistTo });
    await page.goto('/admin/audit?actor=');
    await page.route(USERS, (route) => refuse(route, 500, 1000));
    const person = page.getByRole('combobox', { name: 'User' });
    await person.fill(name);
    await page.locator('.field-error').getByText('Something went wrong').waitFor();
    expect(await person.getAttribute('aria-invalid')).toBe('true');
    await page.unroute(USERS);
    await person.fill(name.slice(1));
    await page.getByRole('option', { name }).click();
    await page.waitForURL(/actor=\d/u);
    await page.getByRole('heading', { name: 'Nothing recorded' }).waitFor();
    const all = page.waitForRequest(
      (request) =>
        request.url().includes('/api/v1/admin/audit?') && !request.url().includes('actor_id'),
    );
    await person.fill('');
    await all;
    await page.waitForURL('**/admin/audit?actor=');
  });
});
