import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { openImageIn, READ_FOCUSED_NAMES, tabTo } from './support/image-page.ts';

describeConsole('the texts of an image', (console) => {
  const openImage = openImageIn(console);

  it('are edited in place by keyboard alone, and go into links and share page', async () => {
    const { page, open, path } = await openImage();
    await open();
    await page.locator('main').focus();
    await tabTo(page, 'Edit texts');
    await page.keyboard.press('Enter');
    // The first field has the focus.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Quay at night');
    await tabTo(page, 'Alternative text');
    await page.keyboard.type('Boats at dusk');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Quay at night' }).waitFor();
    const html = page.getByLabel('HTML', { exact: true });
    await expect.poll(() => html.inputValue()).toContain('alt="Boats at dusk"');
    await expect.poll(() => page.evaluate<string[]>(READ_FOCUSED_NAMES)).toContain('Edit texts');
    const shared = await page.getByLabel('Page', { exact: true }).inputValue();
    expect(new URL(shared).pathname).toBe(path.replace('/i/', '/p/').replace('.webp', ''));
    await page.goto(shared);
    await page.getByRole('heading', { level: 1, name: 'Quay at night' }).waitFor();
    expect(await page.getByRole('img').getAttribute('alt')).toBe('Boats at dusk');
  });
});

describeConsole('the share pages of an account', ({ openSignedIn }) => {
  it('name the owner once the box is checked, here and after a reload', async () => {
    const { page } = await openSignedIn('/account');
    const box = page.getByLabel('Show my name');
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await expect.poll(() => box.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
  });
});
