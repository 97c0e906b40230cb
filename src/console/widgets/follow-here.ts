/** Follows a link by a function of its own, unless the press is for another tab or window. */
export function followHere(event: MouseEvent, follow: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  // Neither the browser nor the router follows it.
  event.preventDefault();
  event.stopPropagation();
  follow();
}
