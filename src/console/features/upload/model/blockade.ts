import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { DOWN_MS, endsWithTime, type Blocker } from './failure.ts';

/** The longest timeout of browsers, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface BlockadeOptions {
  readonly mayAsk: ReadonlySignal<boolean>;
  readonly isReady: () => Promise<boolean>;
}

/**
 * Holds the one blocker that stands in the way of all items.
 *
 * - Of two, the one that lasts longer stays.
 * - A rate limit, a full storage and an old page stay until the person lifts them.
 * - A service that is down is lifted once it reports that it is ready, whatever time has passed.
 */
export class Blockade {
  readonly current = signal<Blocker | null>(null);
  readonly #options: BlockadeOptions;
  readonly #stop: () => void;

  constructor(options: BlockadeOptions) {
    this.#options = options;
    this.#stop = effect(() => {
      const blocker = this.current.value;
      if (blocker === null || !endsWithTime(blocker)) return undefined;
      const waitMs = Math.min((blocker.pausedUntil ?? 0) - Date.now(), TIMER_MAX_MS);
      const timer = setTimeout(() => void this.#end(blocker), waitMs);
      return () => clearTimeout(timer);
    });
  }

  add(blocker: Blocker): void {
    const present = this.current.peek();
    if (present === null || outlasts(blocker, present)) this.current.value = blocker;
  }

  lift(): void {
    this.current.value = null;
  }

  close(): void {
    this.#stop();
    this.lift();
  }

  async #end(blocker: Blocker): Promise<void> {
    const { mayAsk, isReady } = this.#options;
    const isOver = blocker.reason !== 'down' || !mayAsk.peek() || (await isReady());
    if (this.current.peek() !== blocker) return;
    this.current.value = isOver ? null : { ...blocker, pausedUntil: Date.now() + DOWN_MS };
  }
}

function outlasts(one: Blocker, other: Blocker): boolean {
  if (endsWithTime(one) !== endsWithTime(other)) return endsWithTime(other);
  return (one.pausedUntil ?? 0) > (other.pausedUntil ?? 0);
}
