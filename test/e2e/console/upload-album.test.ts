import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findDialogBarriers } from './support/accessible.ts';
import { callApi } from './support/album-page.ts';
import { describeConsole } from './support/console.ts';
import { drop, makeFolder } from './support/give-files.ts';
import { draw, drawAll, pick, waitForCount } from './support/queue-page.ts';

const ADD = /\/albums\/\d+\/images$/u;

describeConsole('the album of uploads', ({ openSignedIn }) => {
  it('is made or chosen on the upload page, gets known photos as well, and is linked', async () => {
    const { page } = await openSignedIn('/upload');
    const known = await draw('known.png');
    await pick(page, [known]);
    await waitForCount(page, '1 of 1 uploaded');
    const field = page.getByRole('button', { name: /^Album/u });
    const dialog = page.getByRole('dialog');
    const choose = dialog.getByRole('button', { name: 'Choose', exact: true });
    await page.getByRole('button', { name: 'Album No album' }).click();
    await dialog.getByRole('radio', { name: 'New album' }).check();
    await choose.click();
    await dialog.getByText('Enter a title for the album.').waitFor();
    expect(await findDialogBarriers(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Album title' }).fill('Harbours');
    await choose.click();
    await page.getByRole('button', { name: 'Album Harbours' }).waitFor();
    await pick(page, [known, ...(await drawAll('one.png', 'two.png'))]);
    const bar = page.getByRole('region', { name: 'Finished uploads' });
    const link = bar.getByRole('link', { name: '3 in “Harbours”' });
    await link.waitFor();

    await field.click();
    await dialog.getByRole('radio', { name: 'No album' }).check();
    await choose.click();
    await page.getByRole('button', { name: 'Album No album' }).waitFor();
    await pick(page, [await draw('alone.png')]);
    await bar.getByText('4 uploaded').waitFor();
    await link.click();
    await page.getByRole('gridcell', { name: 'known' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').pop());
    expect(await listNames(page, id)).toEqual(['known', 'one', 'two']);
  });

  it('comes from the page of an album, survives a reload, and ends with the page', async () => {
    const { page } = await openSignedIn('/upload');
    const { id } = await makeAlbum(page);
    await page.goto(`/albums/${String(id)}`);
    await page.getByRole('link', { name: 'Upload photos' }).click();
    await page.getByRole('button', { name: 'Album Harbours' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Album Harbours' }).waitFor();
    await pick(page, [await draw('one.png')]);
    await page.getByRole('link', { name: '1 in “Harbours”' }).waitFor();
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    await page.getByRole('gridcell', { name: 'one' }).waitFor();
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    await page.getByRole('button', { name: 'Album No album' }).waitFor();
  });

  it('is the open one for files that are dropped on its page', async () => {
    const { page } = await openSignedIn('/upload');
    const { id } = await makeAlbum(page);
    await page.goto(`/albums/${String(id)}`);
    await page.getByRole('heading', { name: 'This album is empty' }).waitFor();
    const file = join(await makeFolder(), 'dropped.png');
    await writeFile(file, (await draw('dropped.png')).buffer);
    await drop(page, file, { says: 'Drop to upload to this album' });
    await page.getByRole('gridcell', { name: 'dropped' }).waitFor();
    expect(await listNames(page, id)).toEqual(['dropped']);
    expect(new URL(page.url()).pathname).toBe(`/albums/${String(id)}`);
    await page.getByText('1 photo', { exact: true }).waitFor();
  });

  it('gets a photo on the next visit if the page was closed before, in one effect', async () => {
    const { page } = await openSignedIn('/upload');
    const { id } = await makeAlbum(page);
    await page.goto(`/upload?album=${String(id)}`);
    await page.route(ADD, (route) => route.abort());
    const tried = page.waitForEvent('requestfailed', (request) => ADD.test(request.url()));
    await pick(page, [await draw('one.png')]);
    await tried;
    await waitForCount(page, '1 of 1 uploaded');
    await page.close();
    const next = await page.context().newPage();
    const added: string[] = [];
    next.on('request', (request) => {
      if (request.method() === 'POST' && ADD.test(request.url())) added.push(request.url());
    });
    const done = next.waitForResponse((response) => ADD.test(response.url()));
    await next.goto('/account');
    await done;
    expect(await listNames(next, id)).toEqual(['one']);
    await next.goto('/upload');
    await next.getByRole('link', { name: '1 in “Harbours”' }).waitFor();
    expect(added).toHaveLength(1);
  });

  it('that is gone is said once, and the photos are uploaded', async () => {
    const { page } = await openSignedIn('/upload');
    const { id } = await makeAlbum(page);
    await page.goto(`/upload?album=${String(id)}`);
    await page.getByRole('button', { name: 'Album Harbours' }).waitFor();
    await callApi(page, `/albums/${String(id)}`, undefined, 'DELETE');
    await pick(page, await drawAll('one.png', 'two.png'));
    // Below the pointer it stays.
    await page.getByText('The album no longer exists.').hover();
    await waitForCount(page, '2 of 2 uploaded');
    expect(await page.locator('.toast').count()).toBe(1);
    await page.getByRole('button', { name: 'Album No album' }).waitFor();
  });
});

const makeAlbum = async (page: Page) =>
  (await callApi(page, '/albums', { title: 'Harbours' })) as { id: number };

const listNames = async (page: Page, albumId: number) => {
  const { images } = (await callApi(page, `/albums/${String(albumId)}/images`)) as {
    images: { title: string }[];
  };
  return images.map(({ title }) => title).sort();
};
