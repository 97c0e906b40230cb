import { vi } from 'vitest';
import type { Interceptor } from './instrument.ts';
import type { TestClock } from './worker.ts';
import { createRandom } from './create-random.ts';

/** Moments of a switch, in order. Each held operation waits for one of them. */
const MOMENTS = ['committed', 'answered'] as const;

export type Moment = (typeof MOMENTS)[number];

/** Calls of a view that a switch never makes; only these are held. */
const VIEW_CALLS = new Set(['DB.all', 'BUCKET.get', 'USER_SESSIONS.authenticate']);

const HELD_SHARE = 0.25;
const START_MS = 6;

/** Holds views' calls of bindings and of the cache, before or after they run, until a random moment of a switch. */
export class Interleaver {
  readonly #random: () => number;
  readonly #clock: TestClock;
  #gates = MOMENTS.map(createGate);
  #isHolding = false;
  #onCommit: (() => Promise<void>) | null = null;
  /** Number of operations held until each moment. */
  readonly held: Record<Moment, number> = { committed: 0, answered: 0 };
  /** Number of cache puts among them. */
  heldPuts = 0;
  /** Number of cache lookups. */
  matches = 0;
  /** Number of times that every isolate with a memory cache held the image in it. */
  holdings = 0;

  constructor(clock: TestClock, seed: number) {
    this.#clock = clock;
    this.#random = createRandom(seed);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  /** Releases every operation that waits for this moment. */
  reach(moment: Moment): void {
    this.#gates[MOMENTS.indexOf(moment)]?.open();
  }

  /** Starts views whose operations may be held, and waits until they stall or finish. */
  async begin(views: () => readonly Promise<unknown>[]): Promise<Promise<unknown>[]> {
    this.#isHolding = true;
    const started = [...views()];
    await new Promise((resolve) => {
      setTimeout(resolve, START_MS);
    });
    this.#isHolding = false;
    return started;
  }

  /** Resets the gates; `onCommit` runs before the next switch commits. */
  reset(onCommit: () => Promise<void>): void {
    this.#gates = MOMENTS.map(createGate);
    this.#onCommit = onCommit;
  }

  readonly intercept: Interceptor = async ({ binding, method }, proceed) => {
    const name = `${binding}.${method}`;
    if (name === 'DB.batch' && this.#onCommit !== null) {
      const onCommit = this.#onCommit;
      this.#onCommit = null;
      await onCommit();
      const result = await proceed();
      this.reach('committed');
      return result;
    }
    return VIEW_CALLS.has(name) && this.#holdsNext() ? this.#hold(proceed) : proceed();
  };

  /** Intercepts the data centre's cache; the marks of a switch pass. */
  holdCache(): void {
    const { put, match } = Cache.prototype;
    const isMark = (key: RequestInfo | URL): boolean =>
      /\/changed(?:-at)?$/u.test(new URL(key instanceof Request ? key.url : key).pathname);
    const putHeld = (key: RequestInfo | URL, proceed: () => Promise<void>): Promise<void> =>
      isMark(key) ? proceed() : this.#hold(proceed, () => (this.heldPuts += 1));
    const matchHeld = <Found>(proceed: () => Promise<Found>): Promise<Found> => {
      this.matches += 1;
      return this.#holdsNext() ? this.#hold(proceed) : proceed();
    };
    vi.spyOn(Cache.prototype, 'put').mockImplementation(async function (this: Cache, key, answer) {
      return putHeld(key, async () => put.call(this, key, answer));
    });
    vi.spyOn(Cache.prototype, 'match').mockImplementation(async function (this: Cache, ...wanted) {
      return matchHeld(async () => match.call(this, ...wanted));
    });
  }

  /** Most operations pass, so that some views reach their cache put; every put is held. */
  #holdsNext(): boolean {
    return this.#isHolding && this.#random() < HELD_SHARE;
  }

  async #hold<Result>(proceed: () => Promise<Result>, onHeld?: () => void): Promise<Result> {
    const moment = this.pick(MOMENTS);
    const gate = this.#gates[MOMENTS.indexOf(moment)];
    if (gate === undefined || gate.isOpen) return proceed();
    this.held[moment] += 1;
    onHeld?.();
    if (this.#random() < 0.5) {
      await gate.opened;
      return proceed();
    }
    const result = await proceed();
    await gate.opened;
    return result;
  }

  /** Advances the clock by a random time up to `maxMs`. */
  drift(maxMs: number): void {
    this.#clock.advance(Math.floor(this.#random() * maxMs));
  }
}

function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const gate = {
    isOpen: false,
    opened: promise,
    open: (): void => {
      gate.isOpen = true;
      resolve();
    },
  };
  return gate;
}
