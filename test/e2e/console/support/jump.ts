import type { Page } from 'playwright-core';

/** Places on the scrubber, far from each other. */
const SHARES = [0.5, 0.93, 0.11, 0.71, 0.3, 0.99, 0.42, 0.85, 0.19, 0.62];

/** Of the library: each round of jumps goes to other places. */
const ROUND_SHIFT = 0.023;

/**
 * Presses places of the scrubber, each `pauseMs` after the images of the last one; returns for each the milliseconds until
 * all images in sight are drawn.
 */
export const timeJumps = async (page: Page, round: number, pauseMs = 0): Promise<number[]> => {
  const box = await page.locator('.scrubber').boundingBox();
  if (box === null) throw new Error('There is no scrubber.');
  const times: number[] = [];
  for (const share of SHARES) {
    await page.evaluate(WATCH);
    await page.mouse.click(
      box.x + box.width / 2,
      box.y + ((share + round * ROUND_SHIFT) % 1) * box.height,
    );
    times.push(await page.evaluate<number>('window.filled'));
    await page.waitForTimeout(pauseMs);
  }
  await page.mouse.move(400, 400);
  return times;
};

/** From the press on, as the browser has dated it. */
const WATCH = `void (window.filled = new Promise((resolve) => {
  addEventListener('pointerdown', ({ timeStamp }) => {
    const before = scrollY;
    const cellAt = (x, y) => document.elementFromPoint(x, y)?.closest('[data-index]');
    const look = () => {
      const cells = [0.3, 0.6, 0.95].flatMap((y) => [0.2, 0.5, 0.8].map((x) =>
        [0, 24].map((shift) => cellAt(x * innerWidth + shift, y * innerHeight - shift)).find((cell) => cell)))
        .filter((cell) => cell);
      const images = cells.map((cell) => cell.querySelector('img'));
      // The last row of a month may end early.
      const isFilled = cells.length >= 6 && images.every((image) => image?.complete && image.naturalWidth > 0);
      if (isFilled && scrollY !== before) resolve(performance.now() - timeStamp);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
}))`;
