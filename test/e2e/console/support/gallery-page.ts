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
  const rows = new Set(cells.map((cell) => cell.getBoundingClientRect().top));
  const height = cells[0]?.getBoundingClientRect().height ?? 0;
  const isShort = rows.size < Math.floor((innerHeight - 120) / (height + 16));
  const isEmpty = (cell) => !(cell.querySelector('img')?.naturalWidth > 0);
  cells.filter(isEmpty).length + (isShort ? 1 : 0);
}`;
