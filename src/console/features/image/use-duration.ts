import { useSignal } from '@preact/signals';
import { chosenDuration, USUAL_DURATION, type DurationChoice } from './share-duration.ts';

export function useDuration() {
  const choice = useSignal(USUAL_DURATION);
  const isWrong = useSignal(false);
  return {
    fields: {
      choice: choice.value,
      isWrong: isWrong.value,
      onChoice: (next: DurationChoice): void => {
        choice.value = next;
        isWrong.value = false;
      },
    },
    /** In milliseconds, null for the default; undefined for an invalid value, which the fields then show. */
    read: (): number | null | undefined => {
      const ttlMs = chosenDuration(choice.value);
      isWrong.value = ttlMs === undefined;
      return ttlMs;
    },
  };
}
