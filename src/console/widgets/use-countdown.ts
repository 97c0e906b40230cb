import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const SECOND_MS = 1000;

/** Milliseconds until a moment, updated each second; 0 once it has passed, or without one. */
export function useCountdown(until: number | null): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => {
      now.value = Date.now();
      if (now.value >= until) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [now, until]);
  return until === null ? 0 : Math.max(0, until - now.value);
}
