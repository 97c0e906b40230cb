import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { answer, fakeLibrary } from './support/fake-library.ts';
import { expectFilled } from './support/gallery-page.ts';
import { drawAll, pick, waitForCount } from './support/queue-page.ts';
import { listen, readAloud } from './support/screen-reader.ts';
import { settle } from './support/open-view.ts';

const VIEW = {
  viewport: { width: 1000, height: 520 },
  timezoneId: 'UTC',
  permissions: ['clipboard-read', 'clipboard-write'],
};

/** `npm test -- e2e/console/screen-reader -u` writes them again. Read them as somebody who sees nothing would. */
const expectLog = async (name: string, log: string): Promise<void> =>
  expect(
    log
      .replaceAll(/http:\/\/localhost:\d+/gu, '<site>')
      .replaceAll(/\/i\/\w+\.webp/gu, '/i/<link>.webp')
      .replaceAll(/\d+ bytes → \d+ bytes/gu, '<bytes> → <bytes>'),
  ).toMatchFileSnapshot(`screen-reader/${name}.txt`);

describeConsole('a screen reader', ({ openSignedIn }) => {
  it('reads an upload as it is written down', async () => {
    const { page } = await openSignedIn('/upload', VIEW);
    await page.getByText('up to 15 MB each').waitFor();
    await expectLog('upload', await readAloud(page));
    const hear = await listen(page);
    await pick(page, await drawAll('one.png', 'two.png'));
    await waitForCount(page, '2 of 2 uploaded');
    await page.locator('.upload-facts', { hasText: '90 × 60' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Copy: one.png' }).press('Enter');
    await page.locator('[role=status]', { hasText: 'Copied' }).waitFor({ state: 'attached' });
    // Two that finish at once are announced at once.
    await expectLog(
      'upload-announcements',
      (await hear()).replace('status: 1 of 2 uploaded\n', ''),
    );
    await expectLog('upload-finished', await readAloud(page));
    await pick(page, await drawAll('three.png', 'four.png'));
    await waitForCount(page, '4 of 4 uploaded');
    await expectLog('upload-of-many-finished', await readAloud(page));
  });

  it('reads the gallery as it is written down', async () => {
    const { page } = await openSignedIn(null, VIEW);
    await fakeLibrary(page, 1000);
    await page.goto('/gallery');
    await expectFilled(page);
    await page.getByRole('slider').waitFor();
    await page.getByText('Loading more photos…').waitFor({ state: 'detached' });
    await expectLog('gallery', await readAloud(page));
    const hear = await listen(page);
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await settle(page);
    await expectLog('gallery-selected', await readAloud(page));
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await page.getByText('1 link copied.').waitFor();
    await expectLog('gallery-announcements', await hear());
  });

  it('reads the viewer as it is written down', async () => {
    const { page } = await openSignedIn(null, { ...VIEW, viewport: { width: 1280, height: 720 } });
    await fakeLibrary(page, 3);
    await page.route('**/api/v1/images/*/links', (route) => answer(route, { items: [] }));
    await page.goto('/images/2');
    await page.locator('img[data-loaded=true]').waitFor();
    await settle(page);
    const hear = await listen(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Picture 1' }).waitFor();
    await settle(page);
    await expectLog('viewer', await readAloud(page));
    for (const key of ['+', '0', 'c']) await page.keyboard.press(key);
    await page.getByText('1 link copied.').or(page.getByText('Link copied.')).waitFor();
    await expectLog('viewer-announcements', await hear());
  });
});
