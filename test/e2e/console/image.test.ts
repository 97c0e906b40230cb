import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { fakeLibrary } from './support/fake-library.ts';
import { publishImage } from './support/publish-image.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

// Code for the page is in strings, as these files lack browser types.
const READ_TEXT = 'navigator.clipboard.readText()';
const READ_PICTURE_SIZE = `(async () => {
  const [item] = await navigator.clipboard.read();
  if (!item?.types.includes('image/png')) return null;
  const { width, height } = await createImageBitmap(await item.getType('image/png'));
  return [width, height];
})()`;
const READ_FOCUSED_NAMES = `(() => {
  const focused = document.activeElement;
  const labels = [...(focused?.labels ?? [])].map((label) => label.textContent.trim());
  return [...labels, focused?.getAttribute('aria-label') ?? focused?.textContent.trim()];
})()`;
const READ_SELECTION =
  'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';

/** Presses until the clipboard, which tests share, has the expected text. */
const expectCopied = (page: Page, button: string, wanted: string | RegExp) =>
  expect
    .poll(async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      return page.evaluate<string>(READ_TEXT);
    })
    .toMatch(wanted);

const escape = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}$`, 'u');

/** Presses Tab until an element of that name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  const isThere = async () => (await page.evaluate<string[]>(READ_FOCUSED_NAMES)).includes(name);
  for (let steps = 0; !(await isThere()); steps += 1) {
    if (steps > 80) throw new Error(`Tab does not reach “${name}”`);
    await page.keyboard.press('Tab');
  }
};

const IS_TAB_STOP_IN_SIGHT = `(() => {
  const cell = document.querySelector('[data-index="7"][tabindex="0"]');
  const { top, bottom } = cell?.getBoundingClientRect() ?? { top: -1 };
  return top >= 0 && bottom <= innerHeight;
})()`;

/** Swipes over the image. */
const swipe = async (page: Page, wayPx: number): Promise<void> => {
  const { x, y, width, height } = (await page.locator('.image-stage').boundingBox()) ?? NOWHERE;
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', movedPx: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2 + movedPx, y: y + height / 2 }],
    });
  await send('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', wayPx * share);
  await send('touchEnd', wayPx);
  await touch.detach();
};
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

const deletionsOf = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname);
  });
  return sent;
};

describeConsole('the page of an image', ({ baseUrl, openSignedIn, openProfile }) => {
  const openImage = async (
    options: Parameters<typeof openSignedIn>[1] = {},
    wanted: Parameters<typeof publishImage>[2] = {},
  ) => {
    const { page, username } = await openSignedIn(null, options);
    const image = await publishImage(baseUrl, username, wanted);
    const open = async () => {
      await page.goto(`/images/${image.id}`);
      await page.locator('img[data-loaded=true]').waitFor();
    };
    const status = async (path = `/api/v1/images/${image.id}`) =>
      (await page.request.get(path)).status();
    return { page, username, ...image, url: baseUrl + image.path, open, status };
  };

  it('copies all links, variants and the image itself, and is refused to other people', async () => {
    const { page, open, url, id } = await openImage(CLIPBOARD, { filename: 'a [b] & "c".jpg' });
    await open();
    await expectCopied(page, 'Copy link', escape(url));
    await page.getByText('Copied').first().waitFor();
    await expectCopied(page, 'Copy: Markdown', escape(String.raw`![a \[b\] \& "c"](${url})`));
    const html = `<img src="${url}" alt="a [b] &amp; &quot;c&quot;">`;
    await expectCopied(page, 'Copy: HTML', escape(html));
    await expectCopied(page, 'Copy: BBCode', escape(`[img]${url}[/img]`));
    await page.getByText('All sizes and formats').click();
    const master = url.replace('.webp', '/master.webp');
    await expectCopied(page, 'Copy: Full size (private)', escape(master));

    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Copy photo' }).click();
        await page.getByText('Photo copied.').first().waitFor();
        return page.evaluate<number[] | null>(READ_PICTURE_SIZE);
      })
      .toEqual([300, 200]);

    const { page: other } = await openSignedIn(`/images/${id}`);
    await other.getByText('You don’t have access to this photo').waitFor();
    await other.goto('/images/999999999');
    await other.getByText('Photo not found').waitFor();
    await other.goto('/images/none');
    await other.getByText('Photo not found').waitFor();
  });

  it('copies without the clipboard API, and deletes when it is left', async () => {
    const { page, open, url, status } = await openImage(CLIPBOARD);
    const other = await page.context().newPage();
    // Any document of the same origin works.
    await other.goto('/health');
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await open();
    const copy = page.getByRole('button', { name: 'Copy link' });
    await expect
      .poll(async () => {
        await copy.click();
        await other.bringToFront();
        return other.evaluate<string>(READ_TEXT);
      })
      .toBe(url);

    await page.bringToFront();
    await page.evaluate('document.execCommand = () => false');
    await copy.click();
    const field = page.getByRole('textbox', { name: 'Copy this text' });
    await field.waitFor();
    await expect.poll(() => page.evaluate(READ_SELECTION)).toBe(url);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(READ_FOCUSED_NAMES)).toContain('Copy link');

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Copy photo' }).click();
    expect((await saving).suggestedFilename()).toBe('harbour.png');

    await page.getByRole('button', { name: 'Delete photo…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 photo will be deleted').waitFor();
    await page.goto('about:blank');
    await expect.poll(() => status()).toBe(404);
  });

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

  it('deletes after the time to undo, and restores on undo', async () => {
    const { page, open, id, status } = await openImage();
    await page.clock.install();
    await open();
    const sent = deletionsOf(page);
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete photo…' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.waitForURL('**/gallery');
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('gridcell', { name: 'harbour' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'harbour' }).waitFor();
    await page.clock.fastForward(20_000);
    expect(sent).toEqual([]);

    await remove();
    await page.getByText('1 photo will be deleted').waitFor();
    // The gallery is empty.
    await page.getByRole('heading', { name: 'No photos yet' }).waitFor();
    expect(await status()).toBe(200);
    await page.clock.fastForward(20_000);
    await expect.poll(() => status()).toBe(404);
    expect(sent).toEqual([`/api/v1/images/${id}`]);
    await page.goBack();
    await page.getByText('Photo not found').waitFor();
  });

  it('zooms and moves by keyboard, in the page and in the whole window', async () => {
    const { page, open } = await openImage({}, { width: 2400, height: 400 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open();
    const scale = page.locator('.image-page > .image-seen output');
    const plane = page.locator('.image-seen .image-plane');
    const fitted = await scale.textContent();
    await tabTo(page, 'Photo. Use plus and minus to zoom, 0 to fit, arrow keys to pan.');
    await page.keyboard.press('+');
    expect(await scale.textContent()).not.toBe(fitted);
    expect(asked.filter((url) => url.endsWith('/master.webp'))).toEqual([]);
    await page.keyboard.press('1');
    await expect.poll(() => scale.textContent()).toBe('100%');
    // The full-size file loads when its pixels are visible.
    await expect.poll(() => asked.filter((url) => url.endsWith('/master.webp')).length).toBe(1);
    const middle = await plane.getAttribute('style');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => plane.getAttribute('style')).not.toBe(middle);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => plane.getAttribute('style')).toBe(middle);
    await page.keyboard.press('0');
    await expect.poll(() => scale.textContent()).toBe(fitted);

    await page.keyboard.press('f');
    const full = page.getByRole('dialog', { name: 'harbour' });
    await full.locator('img[data-loaded=true]').waitFor();
    // The whole window, also the scrollbar's gutter.
    expect(await full.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    expect(
      await page.evaluate('document.elementFromPoint(innerWidth - 1, 9)?.closest("dialog")?.open'),
    ).toBe(true);
    await page.keyboard.press('1');
    await expect.poll(() => full.locator('output').textContent()).toBe('100%');
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'detached' });
    await page.locator('.image-stage:focus').dblclick();
    await expect.poll(() => scale.textContent()).toBe('100%');
  });

  it('leads to its neighbours by keys, buttons and swipes, and back to the gallery', async () => {
    const { page } = await openSignedIn(null, { hasTouch: true });
    const { asked } = await fakeLibrary(page, 300);
    const pictures: string[] = [];
    page.on('request', (request) => pictures.push(request.url().split('/').at(-1) ?? ''));
    const expectShown = async (id: number) => {
      await page.getByRole('heading', { name: `Picture ${id}`, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/images/${id}`);
    };
    await page.goto('/images/215');
    await expectShown(215);
    // The default order, which loads more near its end.
    await page.getByText('86 of 300', { exact: true }).waitFor();
    await expect.poll(() => asked.slice(-2)).toEqual(['', '100']);
    const length = await page.evaluate('history.length');
    await expect.poll(() => pictures).toContain('fake00000214.webp');
    await page.keyboard.press('ArrowRight');
    await expectShown(214);
    expect(await page.getByRole('status').allTextContents()).toContain('Picture 214 87 of 300');
    await page.getByRole('button', { name: 'Next photo' }).press('Enter');
    await expectShown(213);
    expect(await page.evaluate(READ_FOCUSED_NAMES)).toContain('Next photo');

    // Keys with another meaning in a focused element.
    await page.getByLabel('Link', { exact: true }).press('ArrowRight');
    const stage = page.getByRole('group', { name: 'Photo.' });
    await stage.press('1');
    await stage.press('ArrowRight');
    await page.getByRole('button', { name: 'Delete photo…' }).press('Enter');
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expectShown(213);
    await stage.press('0');
    await swipe(page, -120);
    await expectShown(212);
    await swipe(page, 120);
    await expectShown(213);
    // A swipe that started elsewhere, as on a button.
    const lifted = { pointerType: 'touch', clientX: 1279, button: 0 };
    await page.locator('.image-stage').dispatchEvent('pointerup', lifted);

    await stage.press('f');
    await page.getByRole('dialog', { name: 'Picture 213' }).waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    const full = page.getByRole('dialog', { name: 'Picture 214' });
    await full.getByRole('status').filter({ hasText: 'Picture 214' }).waitFor();
    await full.getByRole('button', { name: 'Previous photo' }).click();
    await page.getByRole('dialog', { name: 'Picture 215' }).waitFor();
    await page.keyboard.press('Escape');
    await expectShown(215);
    expect(await page.evaluate('history.length')).toBe(length);

    await page.setViewportSize({ width: 360, height: 400 });
    await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).last().click();
    await page.getByRole('gridcell').first().click();
    for (const id of [300, 299, 298, 297, 296, 295, 294]) {
      await expectShown(id);
      await page.keyboard.press('ArrowRight');
    }
    await expectShown(293);
    await page.goBack();
    // The last seen image is in sight, and is the tab stop of the grid.
    await expect.poll(() => page.evaluate(IS_TAB_STOP_IN_SIGHT)).toBe(true);
  });
});
