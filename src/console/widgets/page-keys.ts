import { areLettersKeys } from '../state/letter-keys.ts';

/** Elements that use keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role=menu], [role=menuitem], [role=tab]';

/** Keys are for these first. */
const OPEN = 'dialog:modal, :popover-open';

/** Whether a key is for the page, and not for a field, a menu or a dialog. */
export function isForPage(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, key } = event;
  if (defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  if (key.length === 1 && !areLettersKeys.value) return false;
  // Some layouts have digits, + and ? behind Shift.
  if (event.shiftKey && (key.length > 1 || /\p{L}/u.test(key))) return false;
  if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return false;
  return document.querySelector(OPEN) === null;
}
