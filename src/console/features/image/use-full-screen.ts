import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface FullScreen {
  readonly isFull: boolean;
  readonly toggle: () => void;
}

/** The whole screen; where the browser has none for pages, as on an iPhone, the whole window. */
export function useFullScreen(): FullScreen {
  const isFull = useSignal(false);
  useEffect(() => {
    const follow = (): void => {
      if (document.fullscreenElement === null) isFull.value = false;
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      leaveScreen();
    };
  }, [isFull]);
  const toggle = (): void => {
    isFull.value = !isFull.peek();
    if (isFull.peek()) enterScreen();
    else leaveScreen();
  };
  return { isFull: isFull.value, toggle };
}

/** The whole document: dialogs and messages stay visible. */
function enterScreen(): void {
  const root: { readonly requestFullscreen?: () => Promise<void> } = document.documentElement;
  // A refusal leaves the window.
  root.requestFullscreen?.().catch(() => undefined);
}

function leaveScreen(): void {
  // Safari on iPhones has `undefined`, against the types.
  if ((document.fullscreenElement ?? null) === null) return;
  document.exitFullscreen().catch(() => undefined);
}
