import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { openImageIn } from './support/image-page.ts';
import { expectOneLeftEdge } from './support/left-edge.ts';

describeConsole('the trash', (console) => {
  const openImage = openImageIn(console);

  it('restores an image under its link, deletes it for good, and can be emptied', async () => {
    const { page, url } = await openImage();
    const linkStatus = async () => (await page.request.get(url)).status();
    const trashed = page.getByRole('list', { name: 'Photos in the trash' }).getByRole('listitem');
    const moveToTrash = async () => {
      await page.goto('/gallery');
      await page.getByRole('gridcell', { name: 'harbour' }).getByRole('checkbox').click();
      await page.getByRole('region', { name: 'Selected photos' }).getByText('Delete').click();
      await page.getByRole('button', { name: 'Delete 1 photo' }).click();
      // Closing the message sends it.
      await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
      await page.getByText('1 photo moved to trash').waitFor();
      await page.getByRole('link', { name: 'Trash' }).click();
      await trashed.getByText('30 days left').waitFor();
    };
    await moveToTrash();
    await expectOneLeftEdge(page);
    expect(await linkStatus()).toBe(404);
    const shown = 'document.querySelector(".trash-picture img")?.naturalWidth ?? 0';
    await expect.poll(() => page.evaluate<number>(shown)).toBeGreaterThan(0);
    // One click.
    await page.getByRole('button', { name: 'Restore harbour' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    // A server remembers for seconds that a link was dead.
    await expect.poll(linkStatus, { timeout: 10_000 }).toBe(200);

    await moveToTrash();
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 1 photo permanently?' });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect(await linkStatus()).toBe(404);
  });

  it('says how many images it deletes when it is emptied', async () => {
    const { page, id } = await openImage();
    await page.goto('/trash');
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await page.goto(`/images/${id}`);
    await page.getByRole('button', { name: 'Delete photo…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await page.getByText('1 photo moved to trash').waitFor();
    await page.goto('/trash');
    await page.getByRole('button', { name: 'Empty trash' }).click();
    const dialog = page.getByRole('dialog', { name: /1 photo will be permanently deleted/u });
    await dialog.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('1 photo permanently deleted').waitFor();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
  });
});
