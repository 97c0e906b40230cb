import { expect, it } from 'vitest';
import { findBarriers, findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import {
  CLIPBOARD,
  READ_FOCUSED_NAMES,
  READ_TEXT,
  openImageIn,
  tabTo,
} from './support/image-page.ts';

describeConsole('the visibility of an image', (console) => {
  const openImage = openImageIn(console);
  const { openProfile } = console;

  it('explains a refused change, and shares and unshares by keyboard alone', async () => {
    const { page, open, path, status } = await openImage(CLIPBOARD);
    await open();
    await page.route(
      '**/visibility',
      (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '30' },
          json: { code: 4029, message: 'Too many changes', request_id: 'r' },
        }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Make private…' }).click();
    await page.getByRole('button', { name: 'Make private', exact: true }).click();
    await page.getByText('Too many requests. Try again in 30 sec.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Anyone with the link.').waitFor();

    await tabTo(page, 'Make private…');
    await page.keyboard.press('Enter');
    await page.getByText('the old one stops working immediately.').waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await tabTo(page, 'Make private');
    await page.keyboard.press('Enter');
    await page.getByText('Photo is now private.').waitFor();
    expect(await status(path)).toBe(404);

    await page.locator('main').focus();
    await tabTo(page, 'Expires after');
    // A custom duration, out of range at first.
    await page.keyboard.press('End');
    await tabTo(page, 'Duration');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('100');
    await tabTo(page, 'Create share link');
    await page.keyboard.press('Enter');
    await page.getByText('Choose between 10 minutes and 3 days.').waitFor();
    // The invalid field gets the focus, so that it is read out.
    await expect.poll(() => page.evaluate<string[]>(READ_FOCUSED_NAMES)).toContain('Duration');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByText(/^Expires in (2 hr|1 hr, 59 min)$/u).waitFor();

    // The next button has the focus.
    await tabTo(page, 'Copy share link');
    let shared = '';
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        shared = await page.evaluate<string>(READ_TEXT);
        return shared;
      })
      .toContain('S.webp?token=');
    const stranger = await (await openProfile()).newPage();
    const seen = await stranger.goto(shared);
    expect(seen?.status()).toBe(200);
    expect(seen?.headers()).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect((await stranger.goto(shared.replace(/\?.*/u, '')))?.status()).toBe(403);

    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Share link' }).inputValue()).toBe(shared);
    await tabTo(page, 'Revoke…');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Revoke');
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('The share link has expired.').waitFor();
    expect((await stranger.goto(shared))?.status()).toBe(404);
    await tabTo(page, 'Create share link');
  });

  it('follows the publication, explains failures, and renews links', async () => {
    const { page, open, id, status } = await openImage({}, { visibility: 'private' });
    const detail = `**/api/v1/images/${id}`;
    const answer = (changes: object) =>
      page.route(
        detail,
        async (route) => {
          const response = await route.fetch();
          const { data, ...rest } = await response.json();
          await route.fulfill({ response, json: { ...rest, data: { ...data, ...changes } } });
        },
        { times: 1 },
      );
    await answer({ processing_status: 'processing', asset_link: null });
    await page.goto(`/images/${id}`);
    await page.getByText('Your photo is being processed').waitFor();
    await page.locator('img[data-loaded=true]').waitFor();

    const failure = { code: 1003, message: 'It could not be decoded' };
    await answer({ processing_status: 'failed', asset_link: null, failure });
    await page.reload();
    await page.getByText('This photo couldn’t be processed.').waitFor();
    await page.getByRole('button', { name: 'Delete photo…' }).waitFor();

    await open();
    await page.getByLabel('Expires after').selectOption('3 days');
    await page.getByRole('button', { name: 'Create share link' }).click();
    const link = page.getByRole('textbox', { name: 'Share link' });
    const first = await link.inputValue();
    await page.getByRole('button', { name: 'New link…' }).click();
    await page.getByText('The current link stops working immediately').waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create new link' }).click();
    await expect.poll(() => link.inputValue()).not.toBe(first);
    const second = await link.inputValue();
    await page.getByRole('button', { name: 'Make public…' }).click();
    await page.getByRole('button', { name: 'Make public', exact: true }).click();
    await page.getByText('Its share link was revoked.').waitFor();
    expect(await status(second)).toBe(404);
    const url = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(await status(url)).toBe(200);
  });

  it('gives links of their own to recipients, with an end, a limit and a password', async () => {
    const { page, open, status } = await openImage(CLIPBOARD, { visibility: 'private' });
    await open();
    await page.getByRole('button', { name: 'Create link…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('For Ada');
    await page.getByLabel('Expires', { exact: true }).selectOption('In 7 days');
    await page.getByLabel('Maximum views').fill('none');
    await page.getByLabel('Password').fill('abc');
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
    await page.getByText('Use 4 to 72 characters.').waitFor();
    await page.getByLabel('Maximum views').fill('2');
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText(/^Expires .+ · 0 of 2 views · Password$/u).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy: For Ada' }).click();
    let url = '';
    await expect
      .poll(async () => (url = await page.evaluate<string>(READ_TEXT)))
      .toContain('/s/?token=tts.');

    const stranger = await (await openProfile()).newPage();
    await stranger.goto(url);
    expect(await stranger.locator('img').count()).toBe(0);
    expect(await findBarriers(stranger)).toEqual([]);
    await stranger.getByLabel('Password').fill('wrong');
    await stranger.getByRole('button', { name: 'Show photo' }).click();
    await stranger.getByText('Incorrect password.').waitFor();
    await stranger.getByLabel('Password').fill('open sesame');
    await stranger.getByRole('button', { name: 'Show photo' }).click();
    const isDrawn = '[...document.images].some((image) => image.naturalWidth > 0)';
    await expect.poll(() => stranger.evaluate(isDrawn)).toBe(true);
    expect(await findBarriers(stranger)).toEqual([]);
    await page.reload();
    await page.getByText(/· 1 of 2 views ·/u).waitFor();
    await stranger.reload();
    await expect.poll(() => stranger.evaluate(isDrawn)).toBe(true);
    expect((await stranger.reload())?.status()).toBe(403);

    await page.getByRole('button', { name: 'Edit… For Ada' }).click();
    await page.getByLabel('Name', { exact: true }).fill('For Grace');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke… For Grace' }).click();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Link revoked.').waitFor();
    expect(await page.getByText('For Grace').count()).toBe(0);
    expect(await status(new URL(url).pathname)).toBe(404);
  });
});
