/** Fixed parts of every page. */
const BARS = '.site-header, .admin-save';
/** Elements that people operate. */
const OPERABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not([aria-hidden=true])';
/** They mark their own parts. */
const SELF_MARKING = 'iframe, [type=date]';
/** Widgets with one tab stop each, in which other keys lead on. */
const WIDGETS = '[role=grid], [role=menu], .filmstrip';

export interface Look {
  /** Past the last element of the page. */
  readonly isOver: boolean;
  /** The element has had the focus since `BEGIN_LOOKING`. */
  readonly isKnown: boolean;
  readonly fault: string | null;
}

export const BEGIN_LOOKING = `
  globalThis.reached = new Set();
  globalThis.lastTop = scrollY`;

/**
 * Looks at the focused element: whether it is marked (WCAG 2.2, 2.4.7), nothing covers it (2.4.11), and the page stays
 * in place. Checks three points of each visible line of the element, or of its visible label.
 */
export const LOOK_AT_FOCUS = `(async () => {
  // The focus takes a while to leave a frame of another process.
  if (document.activeElement === document.body && document.querySelector('iframe') !== null) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const focused = document.activeElement;
  const hasMoved = scrollY !== lastTop && focused.closest('${BARS}') !== null;
  lastTop = scrollY;
  if (focused === document.body) return { isOver: true, isKnown: false, fault: null };
  const isKnown = reached.has(focused);
  reached.add(focused);
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
  const fault = faults.length === 0 ? null : faults.join(' and ') + ': ' + focused.outerHTML.slice(0, 120);
  return { isOver: false, isKnown, fault };
})()`;

/** Elements that the focus has not reached, neither by itself nor within a widget that it has. */
export const FIND_UNREACHED = `(() => {
  const inside = document.querySelector('dialog:modal') ?? document;
  const isReached = (element) => {
    if (reached.has(element)) return true;
    const widget = element.closest('${WIDGETS}');
    const others = element.type === 'radio' ? document.getElementsByName(element.name) : widget?.querySelectorAll('*');
    return [...(others ?? [])].some((one) => reached.has(one));
  };
  return [...inside.querySelectorAll('${OPERABLE}')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'))
    .filter((one) => !isReached(one))
    .map((one) => one.outerHTML.slice(0, 120));
})()`;
