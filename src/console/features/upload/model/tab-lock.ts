/**
 * Tabs of one browser that share a queue (Web Locks). A lock ends with its tab, however that ends.
 *
 * - Each tab holds a lock of its own for as long as it lives. Whoever gets it knows that the tab has ended.
 * - One tab at a time sends for an account, so what the service allows one person holds for all tabs together.
 */

const TAB_PREFIX = 'tintype-tab:';
const SENDER_PREFIX = 'tintype-sender:';

/** This tab, from its load to its end. */
export const TAB = crypto.randomUUID();

const held = Promise.withResolvers<void>();
void navigator.locks.request(TAB_PREFIX + TAB, () => {
  held.resolve();
  return new Promise(() => undefined);
});

/** Until then another tab may believe that this one has ended. */
export const tabLocked: Promise<void> = held.promise;

/** Calls `take` once another tab has ended; no other tab does so at the same time. */
export async function afterTab(tab: string, take: () => Promise<void>): Promise<void> {
  await navigator.locks.request(TAB_PREFIX + tab, take);
}

/** The right to send for an account, asked for and given back. */
export class SenderLock {
  readonly #owner: number;
  readonly #onChange: () => void;
  #giveBack: (() => void) | null = null;
  #waiting: AbortController | null = null;

  constructor(owner: number, onChange: () => void) {
    this.#owner = owner;
    this.#onChange = onChange;
  }

  get isHeld(): boolean {
    return this.#giveBack !== null;
  }

  /** `onWait` is called where another tab has it. */
  ask(onWait: () => void): void {
    if (this.isHeld || this.#waiting !== null) return;
    const waiting = (this.#waiting = new AbortController());
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        this.#waiting = null;
        this.#giveBack = resolve;
        this.#onChange();
      });
    navigator.locks
      .request(SENDER_PREFIX + String(this.#owner), { signal: waiting.signal }, hold)
      .catch(() => undefined);
    // What is free is given before this is answered.
    navigator.locks.query().then(
      () => this.#waiting === waiting && onWait(),
      () => undefined,
    );
  }

  giveBack(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#giveBack?.();
    this.#giveBack = null;
  }
}
