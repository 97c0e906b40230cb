import { useEffect, useRef } from 'preact/hooks';
import { isForPage } from '../../widgets/page-keys.ts';
import { readCommand, type ViewerCommand } from './viewer-keys.ts';

interface ViewerKeys {
  /** Zooms or moves the image; false for another key. */
  readonly onZoomKey: (key: string) => boolean;
  readonly onCommand: (command: ViewerCommand) => void;
}

/** The keys of the viewer, wherever on the page the focus is. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      const isZoomed = latest.current.onZoomKey(event.key);
      const command = isZoomed ? null : readCommand(event);
      if (!isZoomed && command === null) return;
      event.preventDefault();
      if (command !== null) latest.current.onCommand(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
