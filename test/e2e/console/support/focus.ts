import type { Locator, Page } from 'playwright-core';

/** Fixed parts of every page. */
const BARS = '.site-header, .admin-save';
/** Elements that people operate. */
const OPERABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([aria-hidden=true])';
/** They mark their own parts. */
const SELF_MARKING = 'iframe, [type=date]';
/** Widgets with one tab stop each, in which other keys lead on. */
const WIDGETS = '[role=grid], [role=menu], .filmstrip';

/** Tabs sent at once; those after the end do nothing. */
const BATCH = 10;
/** More than any page has; a focus loop without an end is a finding. */
const MAX_STEPS = 300;

export interface TabRun {
  /** Past the last element of the page, instead of on a target of the walk. */
  readonly isOver: boolean;
  /** What is wrong with the focus on its way, a sentence each. */
  readonly faults: readonly string[];
}

/** Begins a walk, in which `holdTab` notes the elements that have the focus. */
export const beginWalk = (page: Page): Promise<void> => page.evaluate(BEGIN_WALK);

/** Holds Tab until the focus leaves the page or is on one of the walk's targets. */
export const holdTab = async (page: Page): Promise<TabRun> => {
  // In a frame, the page does not see the keys, and cannot stop them.
  const batch = (await page.evaluate<boolean>(BEGIN_RUN)) ? 1 : BATCH;
  for (let steps = 0; steps < MAX_STEPS; steps += batch) {
    await Promise.all(Array.from({ length: batch }, () => page.keyboard.down('Tab')));
    const { hasEnded, ...run } = await page.evaluate<TabRun & { hasEnded: boolean }>(LOOK_AND_TELL);
    if (!hasEnded) continue;
    await page.keyboard.up('Tab');
    return run;
  }
  return { isOver: true, faults: ['Tab comes to no end'] };
};

/** Makes elements the targets of the walk. */
export const aimAt = (target: Locator): Promise<void> =>
  target.evaluateAll((targets) => {
    Object.assign((globalThis as unknown as { walk: object }).walk, { targets });
  });

/** Elements that Tab has not reached in this walk. */
export const findUnreached = (page: Page): Promise<string[]> => page.evaluate(FIND_UNREACHED);

/**
 * Looks at the focused element: whether it is marked (WCAG 2.2, 2.4.7), nothing covers it (2.4.11), and the page stays
 * in place. Checks three points of each visible line of the element, or of its visible label.
 */
const LOOK = `(walk) => {
  const focused = document.activeElement;
  walk.isOver = focused === document.body;
  if (walk.isOver) return;
  const hasMoved = scrollY !== walk.lastTop && focused.closest('${BARS}') !== null;
  walk.lastTop = scrollY;
  walk.reached.add(focused);
  const seen = focused.getBoundingClientRect().width > 1 ? focused : (focused.labels?.[0] ?? focused);
  const within = (from, to, size, share) =>
    Math.max(from, 0) + (Math.min(to, size) - Math.max(from, 0)) * share;
  // A message may cover a part of it.
  const isSeen = [...seen.getClientRects()].some(({ left, right, top, bottom }) =>
    [0.5, 0.1, 0.9].some((share) =>
      seen.contains(
        document.elementFromPoint(
          within(left, right, innerWidth, share),
          within(top, bottom, innerHeight, 0.5),
        ),
      ),
    ),
  );
  const marked = [focused, ...(focused.labels ?? []), ...focused.querySelectorAll('*')];
  const isMarked =
    focused.matches('${SELF_MARKING}') ||
    marked.some((one) => getComputedStyle(one).outlineStyle !== 'none');
  const faults = [
    isSeen ? '' : 'is not in sight',
    hasMoved ? 'moves the page' : '',
    isMarked ? '' : 'is not marked',
  ].filter(Boolean);
  if (faults.length > 0) walk.faults.push('the focus ' + faults.join(' and ') + ': ' + focused.outerHTML.slice(0, 120));
}`;

/**
 * Before each Tab moves the focus on, the page looks at it itself, which takes no message per step. At the end or a
 * target, it takes the key away.
 */
const BEGIN_WALK = `{
  globalThis.walk ??= (() => {
    const walk = { isHeld: false, look: ${LOOK} };
    walk.hasEnded = () => walk.isOver || walk.targets.includes(document.activeElement);
    addEventListener('keydown', (event) => {
      if (!walk.isHeld || event.key !== 'Tab') return;
      if (walk.hasBegun) walk.look(walk);
      if (walk.hasEnded()) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else walk.hasBegun = true;
    }, true);
    return walk;
  })();
  Object.assign(walk, { reached: new Set(), targets: [], lastTop: scrollY });
}`;

/** Returns whether there are frames. */
const BEGIN_RUN = `(() => {
  Object.assign(walk, { isHeld: true, hasBegun: false, isOver: false, faults: [] });
  return document.querySelector('iframe') !== null;
})()`;

const LOOK_AND_TELL = `(async () => {
  // The focus takes a while to leave a frame of another process.
  if (document.activeElement === document.body && document.querySelector('iframe') !== null) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  if (walk.hasBegun) walk.look(walk);
  const hasEnded = walk.hasEnded();
  walk.isHeld = !hasEnded;
  return { hasEnded, isOver: walk.isOver, faults: [...new Set(walk.faults)] };
})()`;

/** Elements that the focus has not reached, neither by itself nor within a widget that it has. */
const FIND_UNREACHED = `(() => {
  const inside = document.querySelector('dialog:modal') ?? document;
  const isReached = (element) => {
    if (walk.reached.has(element)) return true;
    const widget = element.closest('${WIDGETS}');
    const others = element.type === 'radio' ? document.getElementsByName(element.name) : widget?.querySelectorAll('*');
    return [...(others ?? [])].some((one) => walk.reached.has(one));
  };
  return [...inside.querySelectorAll('${OPERABLE}')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'))
    .filter((one) => !isReached(one))
    .map((one) => one.outerHTML.slice(0, 120));
})()`;
