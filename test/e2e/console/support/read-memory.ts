import type { Page } from 'playwright-core';

export interface Memory {
  /** Of the page's objects, with what typed arrays hold outside of the heap. */
  readonly kilobytes: number;
  /** Of the document, and removed ones that something still holds. */
  readonly nodes: number;
}

/** One collection leaves what only the next ones find dead. */
const COLLECTIONS = 4;

/** Until a gallery has read the images around those in sight, which begins 400 ms after a jump. */
const SETTLE_MS = 2000;

/** After collections. */
export const readMemory = async (page: Page): Promise<Memory> => {
  await page.waitForTimeout(SETTLE_MS);
  const browser = await page.context().newCDPSession(page);
  for (let turn = 0; turn < COLLECTIONS; turn += 1) {
    await browser.send('HeapProfiler.collectGarbage');
  }
  const { usedSize, backingStorageSize } = await browser.send('Runtime.getHeapUsage');
  const { nodes } = await browser.send('Memory.getDOMCounters');
  await browser.detach();
  return { kilobytes: Math.round((usedSize + backingStorageSize) / 1024), nodes };
};
