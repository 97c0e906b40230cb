import type { Step } from '../gallery/model/find-neighbours.ts';

const STEPS: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Elements that use the arrow keys themselves. */
const TAKES_ARROWS =
  'input, textarea, select, [contenteditable], [role=menu], [role=menuitem], [role=tab]';
/** The full-window viewer is the one dialog that keeps the step keys. */
const QUESTION = 'dialog:modal:not(.image-full)';

/** The step of a key; null if the key means something else in its place. */
export function stepOfKey(event: KeyboardEvent): Step | null {
  const { key, target, repeat, defaultPrevented } = event;
  if (defaultPrevented || repeat) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (target instanceof Element && target.closest(TAKES_ARROWS) !== null) return null;
  return document.querySelector(QUESTION) === null ? (STEPS[key] ?? null) : null;
}
