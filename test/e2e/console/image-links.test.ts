import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { CLIPBOARD, READ_FOCUSED_NAMES, READ_TEXT, openImageIn } from './support/image-page.ts';

const READ_IMAGE_SIZE = `(async () => {
  const [item] = await navigator.clipboard.read();
  if (!item?.types.includes('image/png')) return null;
  const { width, height } = await createImageBitmap(await item.getType('image/png'));
  return [width, height];
})()`;

const READ_SELECTION =
  'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';

/** Presses until the clipboard, which tests share, has the expected text. */
const expectCopied = (page: Page, button: string, wanted: string | RegExp) =>
  expect
    .poll(async () => {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      return page.evaluate<string>(READ_TEXT);
    })
    .toMatch(wanted);

const chooseMore = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const escape = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}$`, 'u');

describeConsole('the links of an image', (console) => {
  const openImage = openImageIn(console);
  const { openSignedIn } = console;

  it('copies all links, variants and the image itself, and is refused to other people', async () => {
    const { page, open, url, id } = await openImage(CLIPBOARD, { filename: 'a [b] & "c".jpg' });
    await open();
    await expectCopied(page, 'Copy link', escape(url));
    await page.getByText('Link copied.').waitFor();
    await expectCopied(page, 'Copy: Markdown', escape(String.raw`![a \[b\] \& "c"](${url})`));
    const layout = 'width="300" height="200" loading="lazy" decoding="async"';
    const html = `<img src="${url}" ${layout} alt="a [b] &amp; &quot;c&quot;">`;
    await expectCopied(page, 'Copy: HTML', escape(html));
    await expectCopied(page, 'Copy: BBCode', escape(`[img]${url}[/img]`));
    await page.getByText('All sizes and formats').click();
    const master = url.replace('.webp', '/master.webp');
    await expectCopied(page, 'Copy: Full size (private)', escape(master));

    await expect
      .poll(async () => {
        await chooseMore(page, 'Copy photo');
        await page.getByText('Photo copied.').first().waitFor();
        return page.evaluate<number[] | null>(READ_IMAGE_SIZE);
      })
      .toEqual([300, 200]);

    const { page: other } = await openSignedIn(`/images/${id}`);
    await other.getByText('You don’t have access to this photo').waitFor();
    await other.goto('/images/999999999');
    await other.getByText('Photo not found').waitFor();
    await other.goto('/images/none');
    await other.getByText('Photo not found').waitFor();
  });

  it('remembers size and format of embeds on this device', async () => {
    const { page, open, url } = await openImage(CLIPBOARD);
    await open();
    await page.getByLabel('Embed size').selectOption({ label: 'Small (320 px)' });
    await page.getByLabel('Format').selectOption('JPEG');
    const jpeg = url.replace('/i/', '/r/320/').replace('.webp', '.jpg');
    await expectCopied(page, 'Copy: BBCode', escape(`[img]${jpeg}[/img]`));
    expect((await page.request.get(jpeg)).headers()['content-type']).toBe('image/jpeg');
    await page.reload();
    await expect.poll(() => page.getByLabel('Embed size').inputValue()).toBe('small');
    await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('jpg');
    await expectCopied(page, 'Copy: BBCode', escape(`[img]${jpeg}[/img]`));
  });

  it('copies without the clipboard API, and deletes when it is left', async () => {
    const { page, open, url, status } = await openImage(CLIPBOARD);
    const other = await page.context().newPage();
    // Any document of the same origin works.
    await other.goto('/health');
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await open();
    const copy = page.getByRole('button', { name: 'Copy link' }).first();
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
    await chooseMore(page, 'Copy photo');
    expect((await saving).suggestedFilename()).toBe('harbour.png');

    await page.getByRole('button', { name: 'Delete photo…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Moving 1 photo to trash').waitFor();
    await page.goto('about:blank');
    await expect.poll(() => status()).toBe(404);
  });
});
