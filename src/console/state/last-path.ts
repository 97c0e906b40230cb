/** The paths of the shown page and of the one before, noted by the layout while it renders. */

let shown = '';
let last = '';

export function notePath(path: string): void {
  if (path === shown) return;
  last = shown;
  shown = path;
}

/** The path of the page before; '' on the first one. */
export function lastPath(): string {
  return last;
}
