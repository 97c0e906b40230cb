import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether a moment (ISO 8601) has passed; false without one. Updates on time. */
export function useIsPast(moment: string | undefined): boolean {
  const now = useSignal(Date.now());
  const at = moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment);
  const isPast = at <= now.value;
  useEffect(() => {
    if (isPast || at === Number.POSITIVE_INFINITY) return undefined;
    const timer = setTimeout(() => (now.value = Date.now()), at - Date.now());
    return () => clearTimeout(timer);
  }, [at, isPast, now]);
  return isPast;
}
