import type { Page } from 'playwright-core';
import { BEGIN_LOOKING, FIND_UNREACHED, LOOK_AT_FOCUS, type Look } from './focus.ts';

const WIDTH = 320;
const HEIGHT = 640;
/** More than any page has; a focus loop without an end is a finding. */
const MAX_STEPS = 300;

/**
 * Findings at the narrowest width, one per line: elements that cause horizontal scrolling (WCAG 2.2, 1.4.10), a focus that
 * is covered or not marked, forwards or backwards, needless motion, and elements that Tab does not reach (2.1.1).
 */
export const findNarrowFaults = async (page: Page): Promise<string[]> => {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  const faults: string[] = [];
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > WIDTH) faults.push(`it is ${width} px wide`);
  await page.evaluate(BEGIN);
  faults.push(...(await followFocus(page)));
  await page.keyboard.down('Shift');
  faults.push(...(await followFocus(page)));
  await page.keyboard.up('Shift');
  const unreached = await page.evaluate<string[]>(FIND_UNREACHED);
  return [...faults, ...unreached.map((element) => `Tab does not reach ${element}`)];
};

/** Faults on the way of the focus through the page. The key is held, which takes a message per step instead of four. */
const followFocus = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    await page.keyboard.down('Tab');
    const { isOver, fault } = await page.evaluate<Look>(LOOK_AT_FOCUS);
    if (fault !== null) faults.push(`the focus ${fault}`);
    if (!isOver) continue;
    await page.keyboard.up('Tab');
    return faults;
  }
  return [...faults, 'Tab comes to no end'];
};

/** Closes a menu, which would stay open after the focus leaves. */
const BEGIN = `document.querySelector(':popover-open')?.hidePopover();
  document.activeElement.blur();
  scrollTo(0, 0);
  ${BEGIN_LOOKING}`;
