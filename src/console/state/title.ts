import { useEffect } from 'preact/hooks';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = toWindowTitle(title);
  }, [title]);
}

export function toWindowTitle(title: string): string {
  return `${title} – Tintype`;
}
