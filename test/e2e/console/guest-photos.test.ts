import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countKept } from './support/count-kept.ts';
import { describeConsole, failOnErrors, PASSWORD } from './support/console.ts';
import { drop, makeFolder, type GivenFile } from './support/give-files.ts';
import { hold } from './support/hold.ts';
import { draw, drawAll, waitForCount } from './support/queue-page.ts';

const DAY_MS = 86_400_000;

const give = (page: Page, files: readonly GivenFile[]): Promise<void> =>
  page.locator('[data-picker=guest]').setInputFiles([...files]);

const openStart = async (profile: BrowserContext): Promise<Page> => {
  const page = await profile.newPage();
  failOnErrors(page);
  await page.goto('/');
  await page.locator('html:not([data-drawn])').waitFor();
  return page;
};

const fillSignIn = async (page: Page, username: string): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
};

const countImages = async (profile: BrowserContext): Promise<number> => {
  const answer = await profile.request.get('/api/v1/images/');
  return ((await answer.json()) as { data: { images: unknown[] } }).data.images.length;
};

describeConsole('photos chosen before a sign-in', ({ openProfile, signUp }) => {
  it('wait in the browser over a reload, and one sign-in in two tabs uploads each once', async () => {
    const profile = await openProfile();
    const username = await signUp(profile);
    await profile.clearCookies();
    const page = await openStart(profile);
    await give(page, await drawAll('one.png'));
    await page.getByText('1 photo ready').waitFor();
    await page.locator('.start-waiting:focus').waitFor();
    await page.reload();
    await page.getByText('1 photo ready').waitFor();
    const file = join(await makeFolder(), 'two.png');
    await writeFile(file, (await draw('two.png')).buffer);
    await drop(page, file);
    await page.getByText('2 photos ready').waitFor();
    const other = await openStart(profile);
    await other.getByText('2 photos ready').waitFor();

    // Without a page to go to.
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, username);
    await page.waitForURL('**/upload');
    await waitForCount(page, 'of 2 uploaded');
    await waitForCount(page, '2 of 2 uploaded');
    expect(await countImages(profile)).toBe(2);
    await expect.poll(() => countKept(page)).toEqual([2, 0, 0, 0]);
  });

  it('all wait when they are chosen one after the other before the code for them has loaded', async () => {
    const page = await (await openProfile()).newPage();
    failOnErrors(page);
    const { isAsked, open } = await hold(page, '**/assets/guests-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('html:not([data-drawn])').waitFor();
    await isAsked;
    await give(page, await drawAll('one.png'));
    await give(page, await drawAll('two.png', 'three.png'));
    open();
    await page.getByText('3 photos ready').waitFor();
  });

  it('wait also where they are dropped after a session has expired', async () => {
    const profile = await openProfile();
    const username = await signUp(profile);
    const page = await profile.newPage();
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await profile.clearCookies();
    await page.goto('/gallery');
    await page.waitForURL('**/sign-in?next=%2Fgallery');
    const file = join(await makeFolder(), 'late.png');
    await writeFile(file, (await draw('late.png')).buffer);
    await drop(page, file);
    await page.getByText('1 photo ready').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, username);
    await waitForCount(page, '1 of 1 uploaded');
    expect(await countImages(profile)).toBe(1);
  });

  it('wait with those of earlier visits when more are dropped on another page', async () => {
    const page = await openStart(await openProfile());
    await give(page, await drawAll('one.png'));
    await page.getByText('1 photo ready').waitFor();
    await page.goto('/sign-in');
    await page.getByLabel('Username').waitFor();
    const file = join(await makeFolder(), 'two.png');
    await writeFile(file, (await draw('two.png')).buffer);
    await drop(page, file);
    await page.getByText('2 photos ready').waitFor();
  });

  it('are not handed to an account that signs in where nobody has seen them', async () => {
    const profile = await openProfile();
    const page = await openStart(profile);
    await give(page, await drawAll('mine.png'));
    await page.getByText('1 photo ready').waitFor();
    const username = await signUp(profile);
    await profile.clearCookies();
    await page.close();
    const other = await profile.newPage();
    failOnErrors(other);
    await other.goto('/sign-in?next=%2Fupload');
    await fillSignIn(other, username);
    await other.getByRole('heading', { name: 'Upload' }).waitFor();
    await other.getByText('Drop photos here').waitFor();
    expect(await other.getByText('mine.png').count()).toBe(0);
    expect(await countKept(other)).toEqual([1, 1, 0, 0]);
  });

  it('are removed on request, and after a day', async () => {
    const page = await openStart(await openProfile());
    await give(page, await drawAll('one.png'));
    await page.getByRole('button', { name: 'Remove all' }).press('Enter');
    await page.locator('[data-picker=guest]:focus').waitFor();
    expect(await countKept(page)).toEqual([0, 0, 0, 0]);
    await give(page, await drawAll('two.png'));
    await page.getByText('1 photo ready').waitFor();
    await page.clock.setFixedTime(Date.now() + DAY_MS + 1000);
    // A queue in another tab has ended as empty just before.
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText('Drop photos here').waitFor();
    await expect.poll(() => countKept(page)).toEqual([0, 0, 0, 0]);
  });

  it('are removed after a day also where somebody stays signed in', async () => {
    const profile = await openProfile();
    const page = await openStart(profile);
    await give(page, await drawAll('one.png'));
    await page.getByText('1 photo ready').waitFor();
    await signUp(profile);
    await page.goto('/gallery');
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    expect(await countKept(page)).toEqual([1, 1, 0, 0]);
    await page.clock.setFixedTime(Date.now() + DAY_MS + 1000);
    await page.reload();
    await expect.poll(() => countKept(page)).toEqual([0, 0, 0, 0]);
  });

  it('say why a file does not wait, and keep the others', async () => {
    const profile = await openProfile();
    await profile.route('**/api/v1/public/config', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, max_source_bytes: 1024 } } });
    });
    const page = await openStart(profile);
    await page.getByText('up to 1 kB each').waitFor();
    const [small, large] = await drawAll('small.png', 'large.png');
    if (small === undefined || large === undefined) throw new Error('Nothing was drawn');
    const words = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear') };
    await give(page, [words, { ...large, buffer: Buffer.alloc(2048) }, small]);
    await page.getByText('1 photo ready').waitFor();
    const alert = page.locator('.start-refused');
    expect(await alert.locator('p').allTextContents()).toEqual([
      'letter.txt isn’t a supported photo.',
      'large.png is too large (limit 1 kB).',
    ]);
    await page.evaluate(
      'void (navigator.storage.estimate = () => Promise.resolve({ quota: 1, usage: 1 }))',
    );
    await give(page, await drawAll('no-room.png'));
    await alert.getByText('this browser has no room for it').waitFor();
    await page.getByText('1 photo ready').waitFor();
  });
});
