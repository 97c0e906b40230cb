import { useEffect } from 'preact/hooks';

/** Names the page in the window's title, which a screen reader reads out when the page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = toWindowTitle(title);
  }, [title]);
}

/** The window's title of a page: its own, and that of the site. */
export function toWindowTitle(title: string): string {
  return `${title} – Tintype`;
}
