import { useSignal } from '@preact/signals';
import { chosenDuration, USUAL_DURATION, type DurationChoice } from './share-duration.ts';

/** How long a share link is to last, as somebody enters it in `DurationFields`. */
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
    /** In milliseconds, null for what is usual; undefined for what is not allowed, which the fields then say. */
    read: (): number | null | undefined => {
      const ttlMs = chosenDuration(choice.value);
      isWrong.value = ttlMs === undefined;
      return ttlMs;
    },
  };
}
