import type { Page } from 'playwright-core';
import { beginWalk, findUnreached, holdTab } from './focus.ts';

const WIDTH = 320;
const HEIGHT = 640;

/**
 * Findings at the narrowest width, one per line: elements that cause horizontal scrolling (WCAG 2.2, 1.4.10), a focus that
 * is covered or not marked, forwards or backwards, needless motion, and elements that Tab does not reach (2.1.1).
 */
export const findNarrowFaults = async (page: Page): Promise<string[]> => {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.evaluate(DRAW);
  const faults: string[] = [];
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > WIDTH) faults.push(`it is ${width} px wide`);
  await page.evaluate(LEAVE_FOCUS);
  await beginWalk(page);
  faults.push(...(await holdTab(page)).faults);
  await page.keyboard.down('Shift');
  faults.push(...(await holdTab(page)).faults);
  await page.keyboard.up('Shift');
  const unreached = await findUnreached(page);
  return [...faults, ...unreached.map((element) => `Tab does not reach ${element}`)];
};

/** Media queries and what observes a size follow the window's with its next frame. */
const DRAW = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)));
})`;

/** Closes a menu, which would stay open after the focus leaves. */
const LEAVE_FOCUS = `document.querySelector(':popover-open')?.hidePopover();
  document.activeElement.blur();
  scrollTo(0, 0);`;
