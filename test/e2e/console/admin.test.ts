import type { BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials, uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { openDatabase } from '../support/insert-person.ts';
import { retryWhileBusy } from '../support/retry-while-busy.ts';
import type { Server } from '../support/server.ts';
import { findBarriers } from './support/accessible.ts';
import { describeConsole, PASSWORD, signIn } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { expectOneLeftEdge } from './support/left-edge.ts';
import { makeAdmin, openAs } from './support/open-as.ts';
import { startOwnServer } from './support/own-server.ts';
import { drawAll, holdParts, pick, waitForCount } from './support/queue-page.ts';
import { QUICK_SCHEDULER } from './support/quick-scheduler.ts';

const DAY_MS = 86_400_000;
const DRAWING = { interval: 200 };
const PICTURE = { width: 900, height: 600 };

/** Simulates a return to an idle tab. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");

const chooseAction = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describeConsole('the administration', (console) => {
  const { persistTo, openProfile, openSignedIn } = console;

  it('refuses other people in words, without a request to the service', async () => {
    const { page } = await openSignedIn(null);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/admin/users');
    await page.getByRole('heading', { name: 'Administrators only' }).waitFor();
    expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
    expect(asked.filter((path) => path.startsWith('/api/v1/admin'))).toEqual([]);
  });

  it('suspends, deletes and restores an account, whose open tab loses no upload', async () => {
    const admin = makeAdmin({ persistTo });
    const { page: theirs, username: name } = await openSignedIn('/upload');
    const atWork = await holdParts(theirs.context(), 1);
    await pick(theirs, await drawAll('one.png', 'two.png'));
    await atWork.isHolding;
    const page = await openAs(await openProfile(), admin, '/admin/users');
    const row = page.getByRole('row').filter({ hasText: `${name}@example.com` });

    await page.getByLabel('Search').fill(name.toUpperCase());
    await row.waitFor();
    await page.getByRole('status').filter({ hasText: '1 user' }).waitFor();
    await expectOneLeftEdge(page);
    await chooseAction(page, name, 'Suspend');
    await row.getByText('Suspended').waitFor();
    // The upload is told.
    atWork.open();
    await theirs.getByRole('alert').getByText('This account is suspended').waitFor();
    expect(await theirs.title()).toBe('This account is suspended – Tintype');
    expect((await countKept(theirs)).slice(0, 2)).toEqual([2, 2]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Active', { exact: true }).waitFor();
    expect(await findBarriers(theirs)).toEqual([]);
    await comeBack(theirs);
    await waitForCount(theirs, '2 of 2 uploaded');
    const again = await holdParts(theirs.context(), 1);
    await pick(theirs, await drawAll('three.png'));
    await again.isHolding;

    await chooseAction(page, name, 'Delete…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(`${name}x`);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('That doesn’t match the username.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.locator('input:focus').fill(name);
    // A failure is reported even after the dialog was closed.
    const ask = '**/request-deletion?*';
    const held = Promise.withResolvers<void>();
    await page.route(ask, async (route) => {
      await held.promise;
      await route.fulfill({ status: 500 });
    });
    const asked = page.waitForRequest(ask);
    await dialog.getByRole('textbox').press('Enter');
    await asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    held.resolve();
    await page.locator('.toast-failure').waitFor();
    await page.unroute(ask);

    await chooseAction(page, name, 'Delete…');
    await dialog.getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    await row.getByText('Scheduled for deletion').waitFor();
    await dialog.waitFor({ state: 'detached' });
    again.open();
    await theirs.waitForURL('**/sign-in?next=%2Fupload');
    await signIn(theirs.context(), name);
    await theirs.goto('/upload');
    await theirs.getByRole('region', { name: 'This account will be deleted' }).waitFor();
    await theirs.getByText('Uploads are turned off.').waitFor();
    await waitForCount(theirs, '2 of 3 uploaded');
    await chooseAction(page, name, 'Cancel deletion');
    await row.getByText('Active', { exact: true }).waitFor();
    await comeBack(theirs);
    await waitForCount(theirs, '3 of 3 uploaded');

    // Another administrator was faster: the list still shows the account as active.
    const found = await page.request.get(`/api/v1/admin/users?search=${name}`);
    const { data } = (await found.json()) as { data: { items: readonly { id: number }[] } };
    const cookies = await page.context().cookies();
    const csrf = cookies.find((cookie) => cookie.name === '__Host-csrf_token')?.value ?? '';
    await page.request.post(
      `/api/v1/admin/users/${String(data.items[0]?.id)}/request-deletion?admin=${admin}`,
      { data: { username: name }, headers: { 'X-CSRF-Token': csrf } },
    );
    await chooseAction(page, name, 'Suspend');
    await page.getByText('The account’s status has changed.').waitFor();
    await row.getByText('Scheduled for deletion').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    // A failed search is reported, and shows no stale people.
    const users = '**/api/v1/admin/users?*';
    await page.route(users, (route) => route.fulfill({ status: 500 }));
    await page.getByLabel('Search').fill(admin);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(await row.count()).toBe(0);
    await page.unroute(users);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: `Actions for ${admin}` }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Change limits…',
      'Account history',
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Show').selectOption('By administrator');
    const people = page.getByRole('combobox', { name: 'User' });
    await people.fill(admin);
    await page.getByRole('option', { name: admin }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await people.getAttribute('aria-activedescendant')).toBe(
      await page.getByRole('option', { name: admin }).getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/audit?actor=*');
    const trail = page.getByRole('list', { name: 'Audit log' });
    await trail.getByText(`${admin} suspended ${name}`).waitFor();
    const deeds = await trail.getByRole('listitem').allTextContents();
    expect(deeds.map((deed) => deed.split(name)[0])).toEqual([
      `${admin} scheduled the deletion of `,
      `${admin} cancelled the deletion of `,
      `${admin} scheduled the deletion of `,
      `${admin} reactivated `,
      `${admin} suspended `,
    ]);
  });

  it('saves only changed settings, shows refusals in place, and keeps unsaved ones', async () => {
    const admin = makeAdmin({ persistTo });
    const page = await openAs(await openProfile(), admin, '/admin/settings');
    const language = page.getByRole('combobox', { name: 'Site language' });
    const provider = page.getByLabel('Captcha');
    const save = page.getByRole('button', { name: 'Save' });

    await language.waitFor();
    // Two cards beside each other, where the window has room.
    const tops = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.settings-card')].slice(0, 2).map((card) => card.getBoundingClientRect().top)",
    );
    expect(new Set(tops).size).toBe(1);
    // An administrator's header has the most pages.
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    for (const narrow of [640, 768]) {
      await page.setViewportSize({ width: narrow, height });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        narrow,
      );
    }
    await page.setViewportSize({ width, height });
    await language.fill('klingon');
    await page.locator('.combobox-empty').waitFor();
    expect(await language.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await language.getAttribute('aria-expanded')).toBe('false');
    expect(await language.inputValue()).toBe('klingon');
    await page.keyboard.press('Escape');
    expect(await language.inputValue()).toBe('');
    await page.keyboard.press('Tab');
    await page.getByText('Enter a language tag such as en or en-GB.').waitFor();

    await language.fill('British');
    await page.getByRole('option', { name: 'en-GB' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await language.inputValue()).toBe('en-GB');
    await save.click();
    await page.getByText('Settings saved.').waitFor();
    // Each sent setting is recorded.
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText(`${admin} changed “Site language”`).waitFor();
    const { data: me } = await (await page.request.get('/api/v1/auth/me')).json();
    await page.goto(`/admin/audit?actor=${me.id}`);
    await page.getByText(`${admin} changed “Site language”`).waitFor();
    expect(await page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').count()).toBe(
      1,
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText(`by ${admin}`).waitFor();
    expect(await language.inputValue()).toBe('en-GB');
    await page.getByRole('button', { name: 'Use default' }).click();
    await save.click();
    await page.getByText('Settings saved.').waitFor();

    // Invalid values are not sent.
    await provider.selectOption('GeeTest');
    await page.getByText('while CROSS_ORIGIN_ISOLATION is on').waitFor();
    await page.getByRole('textbox', { name: 'Default share link lifetime' }).fill('5');
    await page.getByLabel('Unit').selectOption('Minutes');
    await page.getByText('Choose a duration between 10 minutes and 3 days.').waitFor();
    await page.getByText('2 unsaved changes').last().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await save.waitFor({ state: 'detached' });
    // The focus stays in the form after its buttons disappear.
    await page.locator('.settings-form :focus').waitFor({ state: 'attached' });
    await provider.selectOption('Cloudflare Turnstile');
    await save.click();
    const lacks = page.getByText('This provider needs PUBLIC_BASE_URL');
    await lacks.waitFor();
    expect(await provider.getAttribute('aria-invalid')).toBe('true');
    // The refusal belongs to the refused value only.
    await provider.selectOption('hCaptcha or reCAPTCHA');
    await lacks.waitFor({ state: 'detached' });
    await provider.selectOption('Cloudflare Turnstile');

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Settings (unsaved)' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(await provider.inputValue()).toBe('provider_a');
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const warning = await asked;
    expect(warning.type()).toBe('beforeunload');
    await warning.accept();
  });
});

describeConsole('the administration of a server', ({ openProfile }) => {
  let server: Pick<Server, 'baseUrl' | 'persistTo' | 'stop'>;
  let profile: BrowserContext;
  let admin: string;
  let api: TintypeApi;

  const open = async (path: string): Promise<Page> => {
    profile = await openProfile({ baseURL: server.baseUrl });
    return openAs(profile, admin, path);
  };
  const upload = async (): Promise<string> => {
    const { width, height } = PICTURE;
    const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
    const source = await sharp({
      create: { width, height, channels: 3, background: '#77aa33', noise },
    })
      .blur(3)
      .webp()
      .toBuffer();
    const image = await uploadImage(new Uint8Array(source), {
      api,
      codecs: createNodeCodecs(),
      filename: 'green.webp',
      visibility: 'public',
      scheduler: QUICK_SCHEDULER,
    });
    return `${server.baseUrl}/i/${image.asset_link}.webp`;
  };

  beforeAll(async () => {
    server = await startOwnServer();
    admin = makeAdmin(server);
    api = new TintypeApi(server.baseUrl, cookieCredentials());
    await retryWhileBusy(() => api.login({ username: admin, password: PASSWORD }));
  });
  afterAll(() => server.stop());

  it('previews a watermark, refuses a broken one, and draws the saved one', async () => {
    await upload();
    const page = await open('/admin/watermark');
    const canvas = page.locator('canvas');
    const draw = async (change: () => Promise<unknown>): Promise<void> => {
      const before = await shoot(canvas);
      await change();
      await expect.poll(() => shoot(canvas), DRAWING).not.toBe(before);
    };
    await page.locator('canvas[aria-busy=false]').waitFor();

    await page.getByLabel('Watermark new photos').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter watermark text or turn the watermark off.').waitFor();
    await draw(() => page.getByRole('textbox', { name: 'Text' }).fill('© Ada'));
    await draw(() => page.getByLabel('Top left').check());
    await draw(() => page.getByLabel('Opacity').fill('1'));
    await page.getByRole('textbox', { name: 'Text' }).fill('東京');
    await page.getByText('東 京 can’t be drawn.').waitFor();
    // A Latin letter, which only the service knows to be missing.
    await page.getByRole('textbox', { name: 'Text' }).fill('Ꜳ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ꜳ can’t be drawn.').waitFor();

    await page.getByRole('radio', { name: 'Image' }).check();
    const mark = await sharp({
      create: { width: 80, height: 40, channels: 4, background: '#cc1122' },
    })
      .png()
      .toBuffer();
    const choose = (buffer: Buffer, mimeType: string): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name: 'mark.png', mimeType, buffer });
    await choose(Buffer.from('no image'), 'image/png');
    await page.getByText('Choose a PNG or a still WebP.').waitFor();
    await draw(() => choose(mark, 'image/png'));
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.goBack();
    await page.getByText('mark.png').waitFor();
    await draw(() => page.getByLabel('Tile across the photo').check());
    await draw(() => page.getByLabel('Tile across the photo').uncheck());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await page.reload();
    await page.locator('canvas[aria-busy=false]').waitFor();
    await page.getByRole('radio', { name: /^Your photo green/u }).check();
    const published = await readPixels(await upload());
    expect(published.info).toMatchObject(PICTURE);
    // Red at the top left, green elsewhere, up to WebP's loss. Photo and mark arrive one after the other.
    const difference = async () => {
      const { data } = await readPixels(await shoot(canvas));
      const isWhole = data.length === published.data.length;
      return isWhole ? meanDifference(data, published.data) : Infinity;
    };
    await expect.poll(difference, DRAWING).toBeLessThan(3);
    const [red = 0, green = 255] = published.data.subarray(3 * (50 * PICTURE.width + 100));
    expect([red > 150, green < 80]).toEqual([true, true]);

    await page.getByRole('button', { name: 'Remove image' }).click();
    await page.getByText('Choose a watermark image or turn the watermark off.').waitFor();
    await page.getByLabel('Watermark new photos').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await page.getByText('No image yet').waitFor();
  });

  it('shows plots and tables, and restarts failed and waiting work', async () => {
    await upload();
    const database = openDatabase(server);
    const now = Date.now();
    const addDay = database.prepare(
      'INSERT OR REPLACE INTO daily_totals (day, users, images, storage_used, views, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (let days = 0; days < 5; days += 1) {
      const at = now - days * DAY_MS;
      const day = new Date(at).toISOString().slice(0, 10);
      addDay.run(day, 40 - days, 1234 - days, (9 - days) * 1024 ** 2, 5000 - days, at);
    }
    database.exec("UPDATE publication_jobs SET status = 'failed', last_error = 'it broke'");
    database.exec('UPDATE upload_sessions SET reserved_bytes = 1');
    database.exec(
      "UPDATE images SET processing_status = 'failed', failure_code = 1000, failure_message = 'x'",
    );
    const addEvent = database.prepare(
      "INSERT INTO outbox_events (kind, payload, available_at, created_at) VALUES ('purge', ?, ?, ?)",
    );
    addEvent.run('{"paths":["/i/one","/i/two"]}', now + DAY_MS, now);
    database.close();

    const page = await open('/admin');
    await page.getByText('Operational').nth(1).waitFor();
    await page.getByRole('img', { name: 'Photos over time' }).scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: 'Photos over time' }).locator('canvas').waitFor();
    await page.getByText('Show as table').click();
    await page.getByRole('row').filter({ hasText: '1,234' }).getByText('9 MB').waitFor();

    await page.getByRole('link', { name: 'Failed to publish' }).click();
    await page.getByText('Repeated internal error.').first().waitFor();
    await page
      .getByRole('button', { name: /^Retry/u })
      .first()
      .click();
    await page.getByText('No failures').waitFor();

    await page.getByRole('link', { name: 'Background tasks' }).click();
    const events = page.getByRole('list', { name: 'Background tasks' });
    await events.getByText('2 URLs').waitFor();
    await page.getByText('Without a purge service, they stay here.').waitFor();
    await events.getByRole('button', { name: /^Retry now/u }).click();
    await events.getByText('Due now').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(new RegExp(`^${admin} retried task \\d+$`, 'u')).waitFor();
    await page
      .getByText(new RegExp(`^${admin} retried publishing photo \\d+$`, 'u'))
      .first()
      .waitFor();
  });
});

/** The canvas methods in use. */
interface Drawn {
  toDataURL(): string;
}

const shoot = (canvas: Locator): Promise<string> =>
  canvas.evaluate((element) => (element as unknown as Drawn).toDataURL());

/** Decodes the file at a URL to RGB. */
const readPixels = async (url: string) => {
  const file = await (await fetch(url)).arrayBuffer();
  return sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
};

const meanDifference = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
