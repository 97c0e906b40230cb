import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { drawAll, pick, waitForCount } from './support/queue-page.ts';

describeConsole('the result of an upload', ({ openSignedIn }) => {
  it('shows a published photo with its sizes and its link, in the form that was chosen last', async () => {
    const { page } = await openSignedIn('/upload', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const readClipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await pick(page, await drawAll('card.png'));
    const facts = page.locator('.upload-facts');
    await expect.poll(() => facts.textContent()).toMatch(/^\d+ bytes → \d+ bytes, 90 × 60$/u);
    const field = page.getByRole('textbox', { name: 'Link to card.png' });
    const link = await field.inputValue();
    expect(link).toMatch(/^http.*\/i\/\w+\.webp$/u);
    await page.getByText('Markdown', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy: card.png' }).click();
    await expect.poll(readClipboard).toBe(`![card](${link})`);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe(`![card](${link})`);

    await pick(page, await drawAll('two.png', 'three.png', 'four.png'));
    await waitForCount(page, '4 of 4 uploaded');
    await field.waitFor({ state: 'detached' });
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.upload-row')].map(({ offsetHeight }) => offsetHeight)`,
    );
    expect(heights).toEqual([48, 48, 48, 48]);
    const bar = page.getByRole('region', { name: 'Finished uploads' });
    await bar.getByText('4 uploaded').waitFor();
    for (let press = 0; press < 4; press += 1) {
      await bar.getByRole('button', { name: 'Copy 4 links' }).click();
      await expect.poll(async () => (await readClipboard()).split('\n').length).toBe(4);
    }
    expect(await page.locator('.toast').count()).toBe(1);
    await bar.getByRole('link', { name: 'Open in gallery' }).click();
    await page.waitForURL('**/gallery');
  });
});
