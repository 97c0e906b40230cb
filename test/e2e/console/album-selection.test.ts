import { expect, it } from 'vitest';
import { findBarriers, findDialogBarriers } from './support/accessible.ts';
import { fakeAlbum } from './support/album-page.ts';
import { describeConsole } from './support/console.ts';
import { answer, fakeLibrary, refuse } from './support/fake-library.ts';

describeConsole('the selection of all images of an album', ({ openSignedIn }) => {
  it('takes those that are not loaded, and removes all of them, after a failure the rest', async () => {
    const { page } = await openSignedIn(null);
    await fakeLibrary(page, 10);
    const ids = Array.from({ length: 1200 }, (_, index) => index + 1);
    await fakeAlbum(page, 7, ids);
    const asked: number[][] = [];
    let isBroken = false;
    await page.route('**/api/v1/albums/7/images/remove', async (route) => {
      if (isBroken) return refuse(route, 500, 5000);
      const { image_ids: some } = route.request().postDataJSON() as { image_ids: number[] };
      asked.push(some);
      // Not the second call.
      isBroken = asked.length === 1;
      return answer(route, { image_count: 0 });
    });
    await page.goto('/albums/7');
    await page.getByRole('gridcell', { name: 'Picture 1', exact: true }).press('Control+a');
    const bar = page.getByRole('region', { name: 'Selected photos' });
    await bar.getByText('1,200 selected').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Select all' }).click();
    await bar.getByText('1,200 selected').waitFor();

    await bar.getByRole('button', { name: 'Remove from album' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 1,200 photos from this album?' });
    const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
    await remove.click();
    await dialog.getByRole('alert').getByText(/./u).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(1);
    expect(await dialog.getByRole('progressbar').getAttribute('value')).toBe(String(500 / 1200));
    expect(await findDialogBarriers(page)).toEqual([]);
    isBroken = false;
    await remove.click();
    await page.getByText('1,200 photos removed from the album').waitFor();
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(asked.flat()).toEqual(ids);
    await bar.waitFor({ state: 'detached' });
  });
});
