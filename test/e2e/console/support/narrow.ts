import type { Page } from 'playwright-core';

const WIDTH = 320;
const HEIGHT = 640;
/** More than any page has; a focus loop without an end is a finding. */
const MAX_STEPS = 300;

interface Step {
  readonly isOver: boolean;
  readonly fault: string | null;
}

/** Fixed parts of every page. */
const BARS = '.site-header, .admin-save';

/**
 * Findings at the narrowest width, one per line: elements that cause horizontal scrolling (WCAG 2.2, 1.4.10), focusable
 * elements that are covered, forwards or backwards (2.4.11), and needless motion.
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
  return faults;
};

/** Faults on the way of the focus through the page. The key is held, which takes a message per step instead of four. */
const followFocus = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    await page.keyboard.down('Tab');
    const { isOver, fault } = await page.evaluate<Step>(LOOK_AT_FOCUS);
    if (fault !== null) faults.push(`Tab loses the place: ${fault}`);
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
  globalThis.lastTop = 0`;

/** Checks the middle of each visible line of the element, or of its visible label. */
const LOOK_AT_FOCUS = `(() => {
  const focused = document.activeElement;
  const hasMoved = scrollY !== lastTop && focused.closest('${BARS}') !== null;
  lastTop = scrollY;
  if (focused === document.body) return { isOver: true, fault: null };
  const seen = focused.getBoundingClientRect().width > 1 ? focused : (focused.labels?.[0] ?? focused);
  const middle = (from, to, size) => (Math.max(from, 0) + Math.min(to, size)) / 2;
  const isSeen = [...seen.getClientRects()].some(({ left, right, top, bottom }) => {
    return seen.contains(
      document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight)),
    );
  });
  return { isOver: false, fault: isSeen && !hasMoved ? null : focused.outerHTML.slice(0, 120) };
})()`;
