import { useEffect, useRef } from 'preact/hooks';

const MOVE_KEYS = ['ArrowLeft', 'ArrowRight', 'Home', 'End'] as const;

export type MoveKey = (typeof MOVE_KEYS)[number];

type Moved = ReadonlySet<number>;

/** `awaited` while an order by hand is being read. */
type Readiness = 'ready' | 'awaited' | 'never';

interface MoveKeys {
  readonly readiness: Readiness;
  readonly readMoved: () => Moved;
  readonly onKey: (key: MoveKey, moved: Moved) => void;
}

/** Alt with an arrow key, Home or End. A key that is pressed before the order is read acts on it afterwards. */
export function useMoveKeys({ readiness, readMoved, onKey }: MoveKeys) {
  const pressed = useRef<(readonly [MoveKey, Moved])[]>([]);
  useEffect(() => {
    const keys = pressed.current;
    if (readiness === 'awaited') return;
    pressed.current = [];
    if (readiness === 'ready') for (const [key, moved] of keys) onKey(key, moved);
  }, [readiness]);
  return (event: KeyboardEvent): void => {
    const key = MOVE_KEYS.find((name) => name === event.key);
    if (readiness === 'never' || !event.altKey || key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (readiness === 'awaited') pressed.current.push([key, readMoved()]);
    else onKey(key, readMoved());
  };
}
