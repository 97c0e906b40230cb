/** Elements that a slash is typed into, or in which a letter chooses. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role=menu]';

/** Whether a key moves the focus to the search: a slash, by Shift on some keyboards, outside of fields and dialogs. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented } = event;
  if (key !== '/' || defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
    return false;
  if (target instanceof Element && target.closest(TAKES_LETTERS) !== null) return false;
  return document.querySelector('dialog:modal') === null;
}
