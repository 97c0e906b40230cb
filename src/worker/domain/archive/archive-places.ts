import type { Clock } from '../../../shared/clock.ts';

export interface ArchivePlaceRules {
  readonly places: number;
  readonly placesPerUser: number;
  /** A reader that takes nothing for so long has lost its place. */
  readonly idleMs: number;
  readonly clock: Clock;
}

export interface ArchivePlace {
  /** The reader has asked for more. */
  noteRead(): void;
  /** Until the reader counts as gone; 0 once the place is lost or released. */
  leftMs(): number;
  release(): void;
}

interface Holder {
  readonly userId: number;
  readAt: number;
}

/**
 * The archives that an isolate packs at a time. If all places are taken, a user without one takes that of the archive
 * that was read longest ago among those of users with several. The place of a request that was cut off is free after
 * `idleMs`.
 */
export class ArchivePlaces {
  readonly #rules: ArchivePlaceRules;
  readonly #holders = new Set<Holder>();

  constructor(rules: ArchivePlaceRules) {
    this.#rules = rules;
  }

  /** Whether `take` would succeed. */
  isFree(userId: number): boolean {
    this.#forgetIdle();
    const own = this.#count(userId);
    if (this.#holders.size < this.#rules.places) return own < this.#rules.placesPerUser;
    return own === 0 && this.#findSurplus() !== undefined;
  }

  take(userId: number): ArchivePlace | null {
    if (!this.isFree(userId)) return null;
    const { clock, places } = this.#rules;
    const surplus = this.#holders.size < places ? undefined : this.#findSurplus();
    if (surplus !== undefined) this.#holders.delete(surplus);
    const holder = { userId, readAt: clock.now() };
    this.#holders.add(holder);
    return {
      noteRead: () => {
        holder.readAt = clock.now();
      },
      leftMs: () => (this.#holders.has(holder) ? this.#leftMs(holder) : 0),
      release: () => void this.#holders.delete(holder),
    };
  }

  #forgetIdle(): void {
    for (const holder of this.#holders) {
      if (this.#leftMs(holder) <= 0) this.#holders.delete(holder);
    }
  }

  #findSurplus(): Holder | undefined {
    return [...this.#holders]
      .filter(({ userId }) => this.#count(userId) > 1)
      .toSorted((a, b) => a.readAt - b.readAt)[0];
  }

  #count(userId: number): number {
    return [...this.#holders].filter((holder) => holder.userId === userId).length;
  }

  #leftMs({ readAt }: Holder): number {
    return readAt + this.#rules.idleMs - this.#rules.clock.now();
  }
}
