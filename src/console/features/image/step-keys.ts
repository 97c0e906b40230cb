import type { Step } from '../gallery/model/find-neighbours.ts';

const STEPS: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** What has arrow keys of its own. */
const TAKES_ARROWS =
  'input, textarea, select, [contenteditable], [role=menu], [role=menuitem], [role=tab]';
/** The picture over the whole window is no question that has to be answered first. */
const QUESTION = 'dialog:modal:not(.image-full)';

/** The picture that a key asks for; null for a key that means something else where it was pressed. */
export function stepOfKey(event: KeyboardEvent): Step | null {
  const { key, target, repeat, defaultPrevented } = event;
  if (defaultPrevented || repeat) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (target instanceof Element && target.closest(TAKES_ARROWS) !== null) return null;
  return document.querySelector(QUESTION) === null ? (STEPS[key] ?? null) : null;
}
