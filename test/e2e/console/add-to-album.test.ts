import { expect, it } from 'vitest';
import { findDialogBarriers } from './support/accessible.ts';
import { describeConsole } from './support/console.ts';
import { drawAll, pick, waitForCount } from './support/queue-page.ts';

describeConsole('adding to an album', ({ openSignedIn }) => {
  it('takes a selection into a new album, and says what was there when it is added again', async () => {
    const { page } = await openSignedIn('/upload');
    const readAlbums = async () => {
      const answer = await page.request.get('/api/v1/albums');
      const { data } = (await answer.json()) as {
        data: { albums: { title: string; image_count: number }[] };
      };
      return data.albums.map(({ title, image_count: count }) => [title, count]);
    };
    const dialog = page.getByRole('dialog');
    await pick(page, await drawAll('one.png', 'two.png', 'three.png'));
    await waitForCount(page, '3 of 3 uploaded');
    await page.getByRole('button', { name: 'Make album' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Enter a title for the album.').waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Album title' }).fill('Harbours');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('3 photos added to “Harbours”.').waitFor();
    expect(await readAlbums()).toEqual([['Harbours', 3]]);

    await page.goto('/gallery');
    await page.getByRole('gridcell', { name: 'one' }).getByRole('checkbox').click();
    await page.getByRole('gridcell', { name: 'two' }).getByRole('checkbox').click();
    const selection = page.getByRole('region', { name: 'Selected photos' });
    await selection.getByRole('button', { name: 'Add to album' }).click();
    await dialog.getByRole('textbox', { name: 'Album title' }).fill('Boats');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 photos added to “Boats”.').waitFor();
    await selection.getByRole('button', { name: 'Add to album' }).click();
    await dialog.getByRole('radio', { name: 'Boats' }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('0 photos added to “Boats”. 2 were already there.').waitFor();
    expect(await readAlbums()).toEqual([
      ['Boats', 2],
      ['Harbours', 3],
    ]);

    await page.getByRole('gridcell', { name: 'three' }).press('Enter');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add to album' }).click();
    await dialog.getByRole('radio', { name: 'Boats' }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 photo added to “Boats”.').waitFor();
    expect(await readAlbums()).toContainEqual(['Boats', 3]);
  });
});
