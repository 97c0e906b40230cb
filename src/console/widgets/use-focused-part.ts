import { useState } from 'preact/hooks';

/**
 * The value of a data attribute of the element in which the focus is, or undefined: a virtual list keeps this part
 * rendered, as a removed element loses the focus. Call `follow` whenever the focus moves.
 */
export function useFocusedPart(attribute: 'id' | 'month') {
  const [part, setPart] = useState<string | undefined>();
  const follow = (): void => {
    // Not by the event: a window in the background keeps its focused element.
    queueMicrotask(() => {
      const around = document.activeElement?.closest<HTMLElement>(`[data-${attribute}]`);
      setPart(around?.dataset[attribute]);
    });
  };
  return { part, follow };
}
