import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { openImageIn } from './support/image-page.ts';

const deletionsOf = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE')
      sent.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  return sent;
};

describeConsole('the deletion of an image', (console) => {
  const openImage = openImageIn(console);

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
    await page.getByText('Moving 1 photo to trash').waitFor();
    // The gallery is empty.
    await page.getByRole('heading', { name: 'No photos yet' }).waitFor();
    expect(await status()).toBe(200);
    await page.clock.fastForward(20_000);
    await expect.poll(() => status()).toBe(404);
    expect(sent).toEqual([`/api/v1/images/${id}?trash=true`]);
    await page.goBack();
    await page.getByText('Photo not found').waitFor();
  });
});
