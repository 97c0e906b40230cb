import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const cells = (page: Page) => page.getByRole('gridcell');

export const focusedIndex = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`document.activeElement?.getAttribute('data-index') ?? null`);

/** Waits until all rows and previews in sight are drawn. */
export const expectFilled = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(COUNT_EMPTY)).toBe(0);

const COUNT_EMPTY = `{
  const cells = [...document.querySelectorAll('[data-index]')].filter((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  const isShort = Math.max(0, ...cells.map((cell) => cell.getBoundingClientRect().bottom)) < innerHeight - 120;
  const isEmpty = (cell) => !(cell.querySelector('img')?.naturalWidth > 0);
  cells.filter(isEmpty).length + (isShort ? 1 : 0);
}`;
