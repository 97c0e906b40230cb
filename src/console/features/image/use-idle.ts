import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const IDLE_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether nobody has moved, pressed or typed for three seconds, while `isWatched`. */
export function useIdle(isWatched: boolean): boolean {
  const isIdle = useSignal(false);
  useEffect(() => {
    if (!isWatched) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      isIdle.value = false;
      clearTimeout(timer);
      timer = setTimeout(() => (isIdle.value = true), IDLE_MS);
    };
    wait();
    for (const sign of SIGNS) addEventListener(sign, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, wait);
      isIdle.value = false;
    };
  }, [isWatched, isIdle]);
  return isIdle.value;
}
