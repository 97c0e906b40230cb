import { expect, it } from 'vitest';
import { openDatabase } from '../support/insert-person.ts';
import { describeConsole } from './support/console.ts';
import { draw, pick, waitForCount } from './support/queue-page.ts';

/** More than a page of the dialogs has. */
const ALBUMS = 150;

describeConsole('the search of albums', (console) => {
  const fill = (username: string): void => {
    using database = openDatabase(console);
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO albums (user_id, title, visibility, image_order, request_key, created_at, updated_at)
         SELECT id, 'Journey ' || i, 'private', 'newest', 'key' || i, 0, 0 FROM n, users WHERE username = ?`,
      )
      .run(ALBUMS, username);
  };

  it('asks the service for albums behind the first page, in both dialogs', async () => {
    const { page, username } = await console.openSignedIn('/upload');
    fill(username);
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/albums') asked.push(url.searchParams.get('search') ?? '');
    });
    const dialog = page.getByRole('dialog');
    const search = dialog.getByRole('searchbox', { name: 'Search albums' });
    await page.getByRole('button', { name: 'Album No album' }).click();
    await search.fill('journey 7');
    await dialog.getByRole('radio', { name: 'Journey 7 0 photos', exact: true }).check();
    await search.fill('nowhere');
    await expect.poll(() => asked.at(-1)).toBe('nowhere');
    // The chosen one stays.
    await dialog
      .getByRole('radio', { name: 'Journey 7 0 photos', exact: true, checked: true })
      .waitFor();
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.getByRole('button', { name: 'Album Journey 7' }).waitFor();

    await pick(page, [await draw('one.png')]);
    await waitForCount(page, '1 of 1 uploaded');
    await page.goto('/gallery');
    await page.getByRole('gridcell', { name: 'one' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Add to album' }).click();
    await search.fill('Y 12');
    await dialog.getByRole('radio', { name: 'Journey 12 0 photos', exact: true }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('1 photo added to “Journey 12”.').waitFor();
    expect(asked.filter((term) => term !== '')).toEqual(['journey 7', 'nowhere', 'Y 12']);
  });
});
