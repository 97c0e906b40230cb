import { useEffect } from 'preact/hooks';

/** Sets the window's title, which screen readers announce when the page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = toWindowTitle(title);
  }, [title]);
}

export function toWindowTitle(title: string): string {
  return `${title} – Tintype`;
}
