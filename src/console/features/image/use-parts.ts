/** The parts beside the image, stored on this device. The whole screen begins without them. */

import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface ViewerParts {
  readonly info: boolean;
  readonly strip: boolean;
}

export interface Parts {
  readonly shown: ViewerParts;
  readonly toggle: (part: keyof ViewerParts) => void;
}

const KEYS = { info: 'viewer-info', strip: 'viewer-strip' } as const;
const NONE: ViewerParts = { info: false, strip: false };

const stored = signal<ViewerParts>({
  info: localStorage.getItem(KEYS.info) !== 'false',
  strip: localStorage.getItem(KEYS.strip) === 'true',
});

export function useParts(isFull: boolean): Parts {
  const inFull = useSignal(NONE);
  useEffect(() => {
    inFull.value = NONE;
  }, [isFull, inFull]);
  const state = isFull ? inFull : stored;
  const toggle = (part: keyof ViewerParts): void => {
    state.value = { ...state.value, [part]: !state.value[part] };
    if (!isFull) localStorage.setItem(KEYS[part], String(state.value[part]));
  };
  return { shown: state.value, toggle };
}
