import type { Step } from '../gallery/model/find-neighbours.ts';

export type ViewerCommand = Step | 'leave' | 'copy' | 'download' | 'full' | 'info' | 'remove';

const COMMANDS: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Escape: 'leave',
  // Many Mac keyboards have only Backspace.
  Delete: 'remove',
  Backspace: 'remove',
  c: 'copy',
  d: 'download',
  f: 'full',
  i: 'info',
};

/** Elements that use these keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable], [role=menu], [role=menuitem], [role=tab]';

/** Keys are for these first. */
const OPEN = 'dialog:modal, :popover-open';

/** Whether a key is for the image, and not for a field, a menu or a dialog. */
export function isForImage(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, key } = event;
  if (defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  // Some layouts have digits, + and ? behind Shift.
  if (event.shiftKey && (key.length > 1 || /\p{L}/u.test(key))) return false;
  if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return false;
  return document.querySelector(OPEN) === null;
}

/** Null for other keys, and while a key is held down. */
export function readCommand({ key, repeat }: KeyboardEvent): ViewerCommand | null {
  return repeat ? null : (COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null);
}
