import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { userId } from './session.ts';

interface Rules<Value> {
  /** Whose it is: `userId` unless it outlives a lost session, as `ownerId` does. */
  readonly owner?: ReadonlySignal<number | null>;
  /** Ends what the state of the previous account has under way. */
  readonly end?: (previous: Value) => void;
}

/** State of one account: created for each user who signs in, and for nobody after a sign-out. */
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
