import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { countKept } from './support/count-kept.ts';
import { drop, makeFolder } from './support/give-files.ts';
import { draw, pauseAll, waitForCount, watchNotices } from './support/queue-page.ts';
import { watchTasks } from './support/watch-tasks.ts';

const MANY = 1000;
const LONG_TASK_MS = 50;
/** Of those, the files that are read and kept before the reload: each costs several calls and transactions. */
const FEW = 100;
const COPIES = /\/api\/v1\/images\/?\?.*source_sha256=/u;
const PAUSED = 'Uploads are paused.';

describeConsole('the upload page accepts', ({ openSignedIn }) => {
  it('a large dropped folder by name, without long tasks, over a reload', async () => {
    const folder = join(await makeFolder(), 'holiday.zip');
    const { buffer } = await draw('any.png');
    await mkdir(join(folder, 'deep', 'deeper'), { recursive: true });
    await Promise.all(
      Array.from({ length: MANY }, (_, index) => {
        const within = index < MANY - 5 ? folder : join(folder, 'deep', 'deeper');
        // Bytes after a PNG's end make each content different.
        const bytes = Buffer.concat([buffer, Buffer.from(String(index))]);
        return writeFile(join(within, `p${index}.png`), bytes);
      }),
    );
    await writeFile(join(folder, 'notes.txt'), 'no picture');
    const { page } = await openSignedIn(null);
    await openPaused(page);
    await answerCopies(page, FEW);
    const noticesSeen = await watchNotices(page);
    const longestTask = await watchTasks(page);
    await drop(page, folder);
    await page.getByText('1 file in the folder isn’t an image and was skipped.').waitFor();
    await waitForCount(page, `0 of ${MANY} uploaded`);
    await page.getByText(PAUSED, { exact: true }).waitFor();
    expect(await longestTask()).toBeLessThan(LONG_TASK_MS);
    expect(await page.getByRole('listitem').count()).toBeLessThan(50);
    const place = (index: number) => page.locator(`li[aria-posinset="${index}"]`);
    await place(1).getByText('Paused').waitFor();
    // Natural order, as in a file manager.
    await place(1).getByText('p995.png').waitFor();
    await place(6).getByText('p0.png').waitFor();
    await page.keyboard.press('End');
    await place(MANY).getByText('p994.png').waitFor();
    await expect.poll(async () => (await countKept(page))[1]).toBe(FEW);
    // No call per unread file.
    expect(await noticesSeen()).toEqual([PAUSED]);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await waitForCount(page, `0 of ${MANY} uploaded, ${MANY - FEW} need attention`);
    await place(1).getByText('Paused').waitFor();
    await page.keyboard.press('End');
    await place(MANY).getByRole('button', { name: 'Choose again' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cancel all' }).click();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText('Your uploads').waitFor({ state: 'hidden' });
  });

  it('a picked folder in order of names', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'later'));
    for (const path of ['p10.png', 'p9.png', 'later/p1.png', 'P8.png', '.hidden.png']) {
      await writeFile(join(folder, path), (await draw(path)).buffer);
    }
    const { page } = await openSignedIn(null);
    await openPaused(page);
    await page.locator('[data-picker=folder]').setInputFiles(folder);
    await waitForCount(page, '0 of 4 uploaded');
    await expect
      .poll(() => page.locator('.upload-row-name').allTextContents())
      .toEqual(['p1.png', 'P8.png', 'p9.png', 'p10.png']);
    await expect.poll(() => countKept(page)).toEqual([4, 4, 0, 0]);
  });

  it("a phone's camera, without texts about dropping", async () => {
    const { page } = await openSignedIn(null, { hasTouch: true, isMobile: true });
    await openPaused(page);
    await page.getByRole('heading', { name: 'Add photos' }).waitFor();
    expect(await page.getByText(/drop|folder/iu).count()).toBe(0);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    expect(await (await chooser).element().getAttribute('capture')).toBe('environment');
    await (await chooser).setFiles([await draw('photo.png')]);
    await waitForCount(page, '0 of 1 uploaded');
  });
});

/** Answers the first questions about earlier uploads of the same bytes; the next one waits. */
async function answerCopies(page: Page, count: number): Promise<void> {
  let left = count;
  await page.route(COPIES, async (route) => {
    left -= 1;
    if (left >= 0) await route.continue();
  });
}

/** The upload page of somebody who has paused everything. */
async function openPaused(page: Page): Promise<void> {
  await pauseAll(page);
  await page.goto('/upload');
  await page.getByRole('heading', { level: 1 }).waitFor();
}
