import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { userId } from './session.ts';

interface Rules<Value> {
  /** The owner: `userId`, or `ownerId` for state that survives a lost session. */
  readonly owner?: ReadonlySignal<number | null>;
  readonly end?: (previous: Value) => void;
}

/** State of one account: created for each user who signs in, and for null after a sign-out. */
export function perUser<Value>(
  create: (userId: number | null) => Value,
  { owner = userId, end }: Rules<Value> = {},
): Signal<Value> {
  let known = owner.peek();
  const state = signal(create(known));
  owner.subscribe((next) => {
    if (next === known) return;
    known = next;
    end?.(state.peek());
    state.value = create(next);
  });
  return state;
}
