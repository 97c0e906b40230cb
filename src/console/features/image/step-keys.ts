import type { Step } from '../gallery/model/find-neighbours.ts';

const STEPS: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Elements that use these keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role=menu], [role=menuitem], [role=tab]';
/** The full-window viewer is the one dialog that keeps the step keys. */
const QUESTION = 'dialog:modal:not(.image-full)';

/** Escape closes these first. */
const OPEN = 'dialog:modal, :popover-open';

/** The step of a key; null if the key means something else in its place. */
export function stepOfKey(event: KeyboardEvent): Step | null {
  if (!isFree(event) || document.querySelector(QUESTION) !== null) return null;
  return STEPS[event.key] ?? null;
}

/** Whether a key leaves the image: Escape that closes nothing else. */
export function isLeaving(event: KeyboardEvent): boolean {
  return event.key === 'Escape' && isFree(event) && document.querySelector(OPEN) === null;
}

function isFree(event: KeyboardEvent): boolean {
  const { target, repeat, defaultPrevented } = event;
  if (defaultPrevented || repeat) return false;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  return !(target instanceof Element) || target.closest(TAKES_KEYS) === null;
}
