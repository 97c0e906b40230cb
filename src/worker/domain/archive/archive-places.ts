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
  /** Until the reader counts as gone. */
  leftMs(): number;
  release(): void;
}

interface Holder {
  readonly userId: number;
  readAt: number;
}

/** The archives that an isolate packs at a time. The place of a request that was cut off is free after `idleMs`. */
export class ArchivePlaces {
  readonly #rules: ArchivePlaceRules;
  readonly #holders = new Set<Holder>();

  constructor(rules: ArchivePlaceRules) {
    this.#rules = rules;
  }

  isFree(userId: number): boolean {
    for (const holder of this.#holders) {
      if (this.#leftMs(holder) <= 0) this.#holders.delete(holder);
    }
    const { places, placesPerUser } = this.#rules;
    const own = [...this.#holders].filter((holder) => holder.userId === userId);
    return this.#holders.size < places && own.length < placesPerUser;
  }

  take(userId: number): ArchivePlace | null {
    if (!this.isFree(userId)) return null;
    const { clock } = this.#rules;
    const holder = { userId, readAt: clock.now() };
    this.#holders.add(holder);
    return {
      noteRead: () => {
        holder.readAt = clock.now();
      },
      leftMs: () => this.#leftMs(holder),
      release: () => void this.#holders.delete(holder),
    };
  }

  #leftMs({ readAt }: Holder): number {
    return readAt + this.#rules.idleMs - this.#rules.clock.now();
  }
}
