import { useEffect } from 'preact/hooks';

const SITE_NAME = 'Tintype';

/** Names the page in the window's title, which a screen reader reads out when the page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === SITE_NAME ? SITE_NAME : `${title} – ${SITE_NAME}`;
  }, [title]);
}
