import { existsSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { findDialogBarriers } from './support/accessible.ts';
import { describeConsole, signIn } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { drop, makeFolder, paste, type GivenFile } from './support/give-files.ts';
import { hold } from './support/hold.ts';
import { inDatabase } from './support/page-database.ts';
import { draw, drawAll, holdParts, pauseAll, pick, waitForCount } from './support/queue-page.ts';

// Debian's lomiri-wallpapers-20.04; without it, a drawn image of the same size.
const PHOTOGRAPH = '/usr/share/backgrounds/Fossa_by_Jasper_Roks.jpg';
/** Status requests of one upload. */
const STATUS = /\/api\/v1\/uploads\/[\w-]{32}$/u;

/** Longer than its publication, and low, since its area is what costs. */
const photograph = (): Promise<Buffer> => {
  const [width, height] = [2304, 288];
  const background = { r: 120, g: 40, b: 90 };
  const picture = existsSync(PHOTOGRAPH)
    ? sharp(PHOTOGRAPH).resize(width, height)
    : sharp({ create: { width, height, channels: 3, background } });
  return picture.jpeg().toBuffer();
};

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Tabs to the element of that name, and presses Enter. */
const pressByKeyboard = async (page: Page, name: string): Promise<void> => {
  const nameOfFocused = '((at) => at.ariaLabel ?? at.textContent.trim())(document.activeElement)';
  await page.getByText(name).or(page.getByLabel(name)).first().waitFor();
  for (let steps = 0; (await page.evaluate(nameOfFocused)) !== name; steps += 1) {
    if (steps > 60) throw new Error(`Tab leads to no ${name}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};

/** Stores a file like a share of another app. */
const share = (page: Page, { name, mimeType, buffer }: GivenFile): Promise<void> =>
  inDatabase(
    page,
    'tintype-share',
    `const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.codePointAt(0));
    const share = { sharedAt: Date.now(), byteCount: bytes.length, names: ['${name}'] };
    const file = { name: '${name}', type: '${mimeType}', bytes: bytes.buffer };
    store('shares').add(share).onsuccess = ({ target }) => {
      store('shared_files').add(file, [target.result, 0]);
    };`,
  );

const countImages = async (profile: BrowserContext): Promise<number> => {
  const answer = await profile.request.get('/api/v1/images/?limit=100');
  const { data } = (await answer.json()) as { data: { images: unknown[] } };
  return data.images.length;
};

/** Records the sessions and parts that a profile's pages send. */
const watchUploads = (profile: BrowserContext) => {
  const seen = { sessions: [] as string[], parts: [] as string[], cancels: [] as string[] };
  profile.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (!response.ok() || !pathname.startsWith('/api/v1/uploads/')) return;
    if (method === 'PUT') seen.parts.push(pathname);
    if (method === 'DELETE') seen.cancels.push(pathname);
    if (method === 'POST' && pathname === '/api/v1/uploads/') {
      void response.json().then(
        ({ data }: { data: { upload_id: string } }) => seen.sessions.push(data.upload_id),
        () => undefined,
      );
    }
  });
  return {
    ...seen,
    /** Each part was sent once, in one session each. Answers to a closed page are not recorded. */
    expectOnce: async (uploads: number): Promise<void> => {
      await expect.poll(() => new Set(seen.sessions).size).toBe(uploads);
      expect(seen.parts.toSorted()).toEqual([...new Set(seen.parts)].toSorted());
      expect(seen.parts.length).toBeLessThanOrEqual(uploads * 4);
      expect(await countImages(profile)).toBe(uploads);
    },
  };
};

describeConsole('the upload page', ({ openSignedIn, openProfile, signUp }) => {
  it('uploads dropped, pasted and picked images on any page, and offers their links', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'photograph.jpg'), await photograph());
    const { page } = await openSignedIn('/account', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drop(page, join(folder, 'photograph.jpg'));
    await page.getByRole('button', { name: 'View' }).click();
    await page.waitForURL('**/upload');
    await paste(page, await draw('image.png'));
    await page.getByLabel('Visibility', { exact: true }).selectOption('private');
    await pick(page, await drawAll('one.png', 'two.png'));
    await waitForCount(page, '4 of 4 uploaded');
    const names = await page.locator('.upload-row-name').allTextContents();
    expect(names).toEqual([
      'photograph.jpg',
      expect.stringMatching(/^Pasted /u),
      'one.png',
      'two.png',
    ]);
    await row(page, 'two.png').getByText('Uploaded (private)').waitFor();
    await page
      .getByText('4 of 4 uploaded', { exact: true })
      .and(page.getByRole('status'))
      .waitFor();

    await page.getByRole('button', { name: 'Copy 4 links' }).click();
    await page.getByText('4 links copied').waitFor();
    const links = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
    expect(links).toHaveLength(4);
    const published = await page.request.get(links[0] ?? '');
    expect(published.headers()['content-type']).toBe('image/webp');
    const { width, height } = await sharp(await published.body()).metadata();
    expect([width, height]).toEqual([2048, 256]);
    await page.getByLabel('Format of links').selectOption('Markdown');
    await page.getByRole('button', { name: 'Copy 4 links' }).click();
    const asMarkdown = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect
      .poll(async () => (await asMarkdown()).split('\n'))
      .toEqual([
        `![photograph](${links[0]})`,
        expect.stringMatching(/^!\[Pasted /u),
        `![one](${links[2]})`,
        `![two](${links[3]})`,
      ]);
  });

  it('continues after a reload and after a crash, and sends nothing twice', async () => {
    const { page } = await openSignedIn('/upload');
    const profile = page.context();
    const uploads = watchUploads(profile);
    const first = await holdParts(profile, 2);
    await pick(page, await drawAll('a.png', 'b.png', 'c.png'));
    await first.isHolding;
    await page.reload();
    // All is sent, but no answer has arrived.
    const asked = Promise.withResolvers<void>();
    await profile.route(STATUS, () => asked.resolve());
    first.open();
    await asked.promise;
    await page.close();
    await profile.unroute(STATUS);

    // Resumes on any page, perhaps before that page is drawn.
    const next = await profile.newPage();
    const statuses = await hold(next, STATUS);
    await next.goto('/account');
    await next.getByRole('link', { name: /of 3 uploaded/u }).waitFor();
    statuses.open();
    await next.getByText('3 of 3 uploaded').waitFor({ state: 'attached', timeout: 60_000 });
    await next.goto('/upload');
    await waitForCount(next, '3 of 3 uploaded');
    await uploads.expectOnce(3);
  });

  it('sends from one of two windows, and from the other when that is closed', async () => {
    const { page } = await openSignedIn('/upload');
    const profile = page.context();
    const uploads = watchUploads(profile);
    const parts = await holdParts(profile, 1);
    await pick(page, await drawAll('first-window.png'));
    await parts.isHolding;
    const other = await profile.newPage();
    await other.goto('/upload');
    await pick(other, await drawAll('second-window.png'));
    await other.getByText('Another window is uploading.').waitFor();
    await waitForCount(other, '0 of 1 uploaded');
    await page.close();
    parts.open();
    await waitForCount(other, '2 of 2 uploaded');
    const names = await other.locator('.upload-row-name').allTextContents();
    expect(names).toEqual(['first-window.png', 'second-window.png']);
    await uploads.expectOnce(2);
  });

  it('works by keyboard alone, warns before leaving, and waits for the network', async () => {
    const { page } = await openSignedIn('/upload', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const profile = page.context();
    const uploads = watchUploads(profile);
    const parts = await holdParts(profile, 1);
    const chooser = page.waitForEvent('filechooser');
    await pressByKeyboard(page, 'Choose photos');
    await (await chooser).setFiles(await drawAll('kept.png', 'dropped.png', 'later.png'));
    await parts.isHolding;
    await pressByKeyboard(page, 'Pause later.png');
    await row(page, 'later.png').getByText('Paused').waitFor();
    expect(await page.locator('button:focus').getAttribute('aria-label')).toBe('Resume later.png');
    await row(page, 'dropped.png').getByText('Uploading').waitFor();
    await pressByKeyboard(page, 'Cancel dropped.png');
    await row(page, 'dropped.png').waitFor({ state: 'detached' });
    await expect.poll(() => uploads.cancels.length).toBe(1);
    // Cancelling also removes the session of a paused upload.
    await pressByKeyboard(page, 'Pause kept.png');
    await row(page, 'kept.png').getByText('Paused').waitFor();
    await pick(page, await drawAll('kept.png'));
    await pressByKeyboard(page, 'Cancel kept.png');
    await expect.poll(() => uploads.cancels.length).toBe(2);

    const leaving = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await leaving;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();

    await profile.setOffline(true);
    await page.getByText('Uploads resume automatically.').waitFor();
    // Some browsers refuse the API; the older command then copies.
    await page.evaluate('void (navigator.clipboard.writeText = () => Promise.reject())');
    parts.open();
    await profile.setOffline(false);
    await waitForCount(page, '1 of 2 uploaded');
    await pressByKeyboard(page, 'Resume later.png');
    await waitForCount(page, '2 of 2 uploaded');
    expect(await countImages(profile)).toBe(2);
    await pressByKeyboard(page, 'Copy: later.png');
    await page.getByText('Copied', { exact: true }).and(page.getByRole('status')).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await page.request.get(link)).headers()['content-type']).toBe('image/webp');
    await pressByKeyboard(page, 'later.png');
    await page.waitForURL('**/images/*');
    await page.getByRole('heading', { name: 'later', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Clear finished' }).click();
    await page.getByText('Your uploads').waitFor({ state: 'hidden' });
    await expect.poll(() => countKept(page)).toEqual([0, 0, 0, 0]);
  });

  it('explains why a file is refused, and what blocks all uploads', async () => {
    const folder = await makeFolder();
    const huge = join(folder, 'huge.jpg');
    await writeFile(huge, 'x');
    await truncate(huge, 16 * 1024 ** 2);
    const { page } = await openSignedIn('/upload');
    await page.getByText('up to 15 MB').waitFor();
    await drop(page, huge);
    const gif = Buffer.concat([
      Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0', 'latin1'),
      ...Array.from({ length: 2 }, () =>
        Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 2, 0x44, 1, 0]),
      ),
      Buffer.from(';'),
    ]);
    const file = (name: string, buffer: Buffer): GivenFile => ({
      name,
      mimeType: 'application/octet-stream',
      buffer,
    });
    await pick(page, [file('moving.gif', gif), file('letter.txt', Buffer.from('Dear Sir'))]);
    await row(page, 'moving.gif').getByText('Animated images aren’t supported.').waitFor();
    await row(page, 'letter.txt').getByText('Unsupported file.').waitFor();
    await row(page, 'huge.jpg').getByText('Too large: 16 MB (limit 15 MB).').waitFor();
    expect(await page.getByRole('button', { name: /again/u }).count()).toBe(0);

    await page.route(
      '**/api/v1/uploads/',
      (route) => route.fulfill({ status: 403, json: { code: 4012, message: 'no' } }),
      { times: 1 },
    );
    await pick(page, await drawAll('full.png'));
    await page.getByText('Your storage is full.').waitFor();
    await page.getByRole('link', { name: 'Free up space' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await row(page, 'full.png').getByText('Uploaded').waitFor({ timeout: 60_000 });
  });

  it('stops at a rate limit, also over a reload, until the person continues', async () => {
    const { page } = await openSignedIn(null);
    await page.clock.install();
    await page.goto('/upload');
    const sent = vi.fn<() => void>();
    await page.route('**/api/v1/uploads/', async (route) => {
      sent();
      if (sent.mock.calls.length > 1) return route.fallback();
      const headers = { 'Retry-After': '60' };
      return route.fulfill({ status: 429, headers, json: { code: 4029, message: 'no' } });
    });
    await page.getByText('up to 15 MB').waitFor();
    // One file: a second one would already be under way.
    await pick(page, await drawAll('often.png'));
    await page.getByText('Too many uploads at once.').waitFor();
    await pick(page, await drawAll('after.png'));
    await page.getByText(/You can continue in \d+ sec/u).waitFor();
    await row(page, 'often.png').getByText('Waiting').waitFor();
    await page.reload();
    await row(page, 'after.png').getByText('Waiting').waitFor();
    await page.getByText(/You can continue in \d+ sec/u).waitFor();
    await page.getByRole('link', { name: '0 of 2 uploaded · paused' }).waitFor();
    const button = page.getByRole('button', { name: 'Continue' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await page.clock.fastForward(60_000);
    await page.getByText('You can continue in').waitFor({ state: 'hidden' });
    await page.clock.fastForward(600_000);
    expect(sent).toHaveBeenCalledOnce();
    await button.click();
    await waitForCount(page, '2 of 2 uploaded');
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('recognizes the same image by content, in the list and from earlier visits', async () => {
    const { page } = await openSignedIn('/upload');
    const original = await draw('original.png');
    const copy = { ...original, name: 'copy.png' };
    const namesake = { ...(await draw('original.png')) };
    await pick(page, [original, copy, namesake]);
    await waitForCount(page, '2 of 3 uploaded');
    const link = row(page, 'copy.png').getByRole('link', { name: 'View' });
    expect(await link.getAttribute('href')).toMatch(/^\/images\/\d+$/u);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Clear finished' }).click();
    await row(page, 'copy.png')
      .getByRole('button', { name: /^Remove/u })
      .click();
    await page.reload();
    await pick(page, [copy]);
    await page.getByText('You’ve already uploaded this photo.').waitFor();
    await page.getByRole('button', { name: 'Upload anyway' }).click();
    await waitForCount(page, '1 of 1 uploaded');
    expect(await countImages(page.context())).toBe(3);
  });

  it('keeps uploads over a lost session, and hides them from other people', async () => {
    const { page, username } = await openSignedIn('/upload');
    const profile = page.context();
    const uploads = watchUploads(profile);
    const parts = await holdParts(profile, 0);
    await pick(page, await drawAll('mine.png'));
    await parts.isHolding;
    await profile.clearCookies();
    parts.open();
    await page.waitForURL('**/sign-in?next=%2Fupload');
    await page.getByText('Your session has expired.').first().waitFor();

    await signUp(profile);
    await pauseAll(page);
    await page.goto('/upload');
    await page.getByText('Drop photos here').waitFor();
    await page.getByText('up to 15 MB').waitFor();
    // By now, the queue has read the state of earlier visits.
    await pick(page, await drawAll('theirs.png'));
    await expect.poll(async () => (await countKept(page))[1]).toBe(2);
    await row(page, 'theirs.png').getByText('Paused').waitFor();
    expect(await page.getByText('mine.png').count()).toBe(0);

    await profile.clearCookies();
    await signIn(profile, username);
    await page.goto('/upload');
    await waitForCount(page, '1 of 1 uploaded');
    await uploads.expectOnce(1);
  });

  it('takes images that another app shares, and sends originals with pipeline 2 off', async () => {
    const profile = await openProfile();
    await signUp(profile);
    const page = await profile.newPage();
    const ok = (data: unknown) => ({ json: { code: 0, message: 'ok', data } });
    await page.route('**/api/v1/uploads/recipe', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill(ok({ ...data, v2_enabled: false }));
    });
    const bodies: Buffer[] = [];
    await page.route('**/api/v1/images/', (route) => {
      const body = route.request().postDataBuffer();
      if (body !== null) bodies.push(body);
      return route.fulfill(ok({ id: 'q', status: 'pending' }));
    });
    await page.route('**/api/v1/upload/queue/q', (route) =>
      route.fulfill(ok({ id: 'q', status: 'completed', image_id: 5 })),
    );
    await page.route('**/api/v1/images/5', (route) =>
      route.fulfill(ok({ id: 5, unique_link: 'abcdefghijkl' })),
    );
    const file = await draw('as-it-is.png');
    await page.goto('/upload');
    await page.getByText('JPEG, PNG, WebP, AVIF and GIF, up to 15 MB each.').waitFor();
    await share(page, file);
    // The confirmation is shown again after the page was left.
    await page.goto('/upload');
    await page.getByRole('dialog').waitFor();
    await page.goto('/upload?shared');
    await page.getByRole('dialog').waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForURL('**/upload');
    await waitForCount(page, '1 of 1 uploaded');
    await row(page, 'as-it-is.png').getByText('Uploaded').waitFor();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.includes(file.buffer)).toBe(true);
    // An accepted share is not offered twice.
    await page.goto('/upload?shared');
    await page.waitForURL('**/upload');
    await waitForCount(page, '1 of 1 uploaded');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
