import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { drop, makeFolder } from './support/give-files.ts';
import { draw, waitForCount, watchNotices } from './support/queue-page.ts';
import { watchTasks } from './support/watch-tasks.ts';

const MANY = 1000;
const LONG_TASK_MS = 50;
const KEEPING = { timeout: 60_000, interval: 250 };
const PAUSED = 'Everything is paused.';

describeConsole('a folder of pictures', ({ openSignedIn }) => {
  it('is taken whole when it is dropped, in the order of its names, without a long task or a jump, and is kept over a reload', async () => {
    const folder = join(await makeFolder(), 'holiday.zip');
    const { buffer } = await draw('any.png');
    await mkdir(join(folder, 'deep', 'deeper'), { recursive: true });
    await Promise.all(
      Array.from({ length: MANY }, (_, index) => {
        const within = index < MANY - 5 ? folder : join(folder, 'deep', 'deeper');
        // A PNG may be followed by anything: each is another content.
        const bytes = Buffer.concat([buffer, Buffer.from(String(index))]);
        return writeFile(join(within, `p${index}.png`), bytes);
      }),
    );
    await writeFile(join(folder, 'notes.txt'), 'no picture');
    const { page } = await openSignedIn(null);
    await openPaused(page);
    const noticesSeen = await watchNotices(page);
    const longestTask = await watchTasks(page);
    await drop(page, folder);
    await page.getByText('1 file of the folder is no picture and was left out.').waitFor();
    await waitForCount(page, `0 of ${MANY} uploaded`);
    await page.getByText(PAUSED, { exact: true }).waitFor();
    expect(await longestTask()).toBeLessThan(LONG_TASK_MS);
    await expect.poll(async () => (await countKept(page))[1], KEEPING).toBe(MANY);
    // None for each file that is read and not kept yet.
    expect(await noticesSeen()).toEqual([PAUSED]);
    expect(await page.getByRole('listitem').count()).toBeLessThan(50);
    const place = (index: number) => page.locator(`li[aria-posinset="${index}"]`);
    await place(1).getByText('Paused').waitFor();
    // As a file manager shows them, of which the folder itself knows nothing.
    await place(1).getByText('p995.png').waitFor();
    await place(6).getByText('p0.png').waitFor();
    await page.keyboard.press('End');
    await place(MANY).getByText('p994.png').waitFor();
    await page.reload();
    await waitForCount(page, `0 of ${MANY} uploaded`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cancel all' }).click();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText('Your uploads').waitFor({ state: 'hidden' });
  });

  it('is taken in the order of its names when it is picked', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'later'));
    for (const path of ['p10.png', 'p9.png', 'later/p1.png', 'P8.png', '.hidden.png']) {
      await writeFile(join(folder, path), (await draw(path)).buffer);
    }
    const { page } = await openSignedIn(null);
    await openPaused(page);
    await page.locator('[data-picker=folder]').setInputFiles(folder);
    await waitForCount(page, '0 of 4 uploaded');
    const names = await page.locator('.upload-row-name').allTextContents();
    expect(names).toEqual(['p1.png', 'P8.png', 'p9.png', 'p10.png']);
  });
});

/** The upload page of somebody who has paused everything. */
async function openPaused(page: Page): Promise<void> {
  const me = await page.request.get('/api/v1/auth/me');
  const { data } = (await me.json()) as { data: { id: number } };
  await page.addInitScript((id) => localStorage.setItem(`uploads-paused:${id}`, '1'), data.id);
  await page.goto('/upload');
  await page.getByRole('heading', { level: 1 }).waitFor();
}
