/**
 * Tabs of one browser that share a queue (Web Locks). A lock ends with its tab, also after a crash.
 *
 * - Each tab holds a lock of its own for its lifetime. Another tab that gets this lock knows that the tab has ended.
 * - One tab at a time sends for an account, so the limits per person hold for all tabs together.
 */

import { signal } from '@preact/signals';

const TAB_PREFIX = 'tintype-tab:';
const SENDER_PREFIX = 'tintype-sender:';

export const TAB = crypto.randomUUID();

const held = Promise.withResolvers<void>();
void navigator.locks.request(TAB_PREFIX + TAB, () => {
  held.resolve();
  return new Promise(() => undefined);
});

/** Resolves when this tab has its lock: before that, other tabs take it for ended. */
export const tabLocked: Promise<void> = held.promise;

/** Calls `take` once another tab has ended, in one tab at a time. */
export async function afterTab(tab: string, take: () => Promise<void>): Promise<void> {
  await navigator.locks.request(TAB_PREFIX + tab, take);
}

type LockState = 'none' | 'asked' | 'behind' | 'held';

export class SenderLock {
  /** `behind` while another tab has the lock. */
  readonly state = signal<LockState>('none');
  readonly #owner: number;
  #release: (() => void) | null = null;
  #waiting: AbortController | null = null;

  constructor(owner: number) {
    this.#owner = owner;
  }

  ask(): void {
    if (this.state.peek() !== 'none') return;
    const waiting = (this.#waiting = new AbortController());
    this.state.value = 'asked';
    const grant = (): Promise<void> =>
      new Promise((resolve) => {
        this.#waiting = null;
        this.#release = resolve;
        this.state.value = 'held';
      });
    navigator.locks
      .request(SENDER_PREFIX + String(this.#owner), { signal: waiting.signal }, grant)
      .catch(() => undefined);
    // A free lock is granted before this query is answered.
    navigator.locks.query().then(
      () => this.#noteWait(waiting),
      () => undefined,
    );
  }

  giveBack(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#release?.();
    this.#release = null;
    this.state.value = 'none';
  }

  #noteWait(waiting: AbortController): void {
    if (this.#waiting === waiting) this.state.value = 'behind';
  }
}
