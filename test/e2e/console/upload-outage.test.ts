import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeConsole } from './support/console.ts';
import { drawAll, pick, waitForCount } from './support/queue-page.ts';

/** Lets the page's time go by until something is seen. */
const passTimeUntil = (page: Page, text: string) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return page.getByText(text).first().isVisible();
    })
    .toBe(true);

describeConsole('while the service is out of order', ({ openSignedIn }) => {
  it('uploads wait, are not sent again before it is ready, and go on by themselves', async () => {
    const { page } = await openSignedIn('/upload');
    await page.clock.install();
    let isDown = true;
    let sessions = 0;
    let questions = 0;
    await page.route('**/api/v1/uploads/', (route) => {
      sessions += 1;
      return isDown ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue();
    });
    await page.route('**/ready', (route) => {
      questions += 1;
      return isDown ? route.fulfill({ status: 503 }) : route.continue();
    });
    await pick(page, await drawAll('one.png', 'two.png', 'three.png'));
    await passTimeUntil(page, 'The service is out of order.');
    await waitForCount(page, '0 of 3 uploaded');
    const sessionsBefore = sessions;
    const questionsBefore = questions;
    await expect
      .poll(async () => {
        await page.clock.fastForward(30_000);
        return questions - questionsBefore;
      })
      .toBeGreaterThan(5);
    // Those that were between two attempts end.
    expect(sessions - sessionsBefore).toBeLessThanOrEqual(2 * 5);
    isDown = false;
    await passTimeUntil(page, '3 of 3 uploaded');
  });
});
