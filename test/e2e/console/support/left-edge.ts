import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that the headline and all blocks of a page begin below the logo, and so do their first cards. */
export const expectOneLeftEdge = async (page: Page): Promise<void> => {
  const { count, astray } = await page.evaluate<{ count: number; astray: string[] }>(READ_BLOCKS);
  expect(count, page.url()).toBeGreaterThan(1);
  expect(astray, page.url()).toEqual([]);
};

/** Not those out of the flow, as the headline of an album whose title is a field. */
const READ_BLOCKS = `{
  const logo = document.createRange();
  logo.selectNodeContents(document.querySelector('.brand'));
  const { left: edge } = logo.getBoundingClientRect();
  const blocks = [...document.querySelectorAll('main > * > *, main > * > ul > li:first-child')]
    .filter((block) => block.checkVisibility() && !/absolute|fixed/u.test(getComputedStyle(block).position));
  const astray = blocks
    .map((block) => [block, block.getBoundingClientRect().left])
    .filter(([, left]) => Math.abs(left - edge) >= 1)
    .map(([{ localName, className }, left]) => localName + '.' + className + ' at ' + left);
  ({ count: blocks.length, astray });
}`;
