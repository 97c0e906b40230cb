import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { openImageIn } from './support/image-page.ts';

describeConsole('albums', (console) => {
  const openImage = openImageIn(console);

  it('are made, renamed, shared under a link, emptied and deleted', async () => {
    const { page, id } = await openImage();
    await page.goto('/albums');
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
    await page.getByRole('button', { name: 'New album' }).click();
    await page.getByRole('textbox', { name: 'Album title' }).fill('Harbor');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'This album is empty' }).waitFor();
    const albumPath = new URL(page.url()).pathname;

    const title = page.getByRole('textbox', { name: 'Album title' });
    await title.fill('Harbours');
    await title.press('Enter');
    await expect.poll(() => page.title()).toContain('Harbours');
    // An image comes in from elsewhere.
    const added = await page.evaluate<number>(`(async () => {
      const token = /__Host-csrf_token=([^;]*)/u.exec(document.cookie)?.[1] ?? '';
      const response = await fetch('/api/v1${albumPath}/images', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
        body: '{"image_ids":[${String(id)}]}',
      });
      return response.status;
    })()`);
    expect(added).toBe(200);
    await page.reload();
    await page.getByLabel('Sharing').selectOption({ label: 'Anyone with the link' });
    const link = page.getByRole('textbox', { name: 'Album link' });
    await link.waitFor();
    const url = await link.inputValue();

    const visitor = await (await console.openProfile()).newPage();
    await visitor.goto(url);
    await visitor.getByRole('heading', { name: 'Harbours' }).waitFor();
    const shown = 'document.querySelector("main img")?.naturalWidth ?? 0';
    await expect.poll(() => visitor.evaluate<number>(shown)).toBeGreaterThan(0);

    await page.getByRole('gridcell', { name: 'harbour' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Remove from album' }).click();
    await page.getByRole('heading', { name: 'This album is empty' }).waitFor();
    await page.getByRole('button', { name: 'Delete album…' }).click();
    await page.getByRole('button', { name: 'Delete album', exact: true }).click();
    await page.getByRole('heading', { name: 'No albums yet' }).waitFor();
    await expect
      .poll(async () => (await visitor.goto(url))?.status(), { timeout: 10_000 })
      .toBe(404);
  });
});
