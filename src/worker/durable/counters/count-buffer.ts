import type { RequestCount } from '../../domain/services.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import { AnswerTimer } from '../../lib/answer-times.ts';
import type { CountBatch } from './logic.ts';

/** The request of a delivery that is this long overdue has died. */
const OVERDUE_MS = 5000;
/** The request of a delivery that takes longer has died. */
const SENDING_MS = 20_000;
/** Of the time to gather; with it, a request waits 25 seconds of the 30 that it has after its answer. */
const CONFIRM_GATHERS = 1.5;

export interface GatherOptions {
  readonly gatherMs: number;
  /** Per batch; a full one is sent immediately. */
  readonly maxImages: number;
}

export interface DeliveryClaim {
  readonly turn: number;
  readonly waitMs: number;
}

/** One call of the object. */
export interface Delivery {
  /** Has been sent before, or may not be held. */
  readonly stored: CountBatch | null;
  /** May stay in the object's memory. */
  readonly held: CountBatch | null;
}

/**
 * Buffers an isolate's counts on their way to a counter object (docs/architecture.md, View counts). Invariants:
 *
 * - A batch repeats under its sequence number until the object has stored it. At most two are under way: one that the
 *   object may have in memory alone, and the next one, whose call stores the first.
 * - Requests share no promise. One request claims the delivery; another takes it over if too many images are held, if the
 *   first has died, or if it only waits to have a batch stored, which the other's delivery does.
 */
export class CountBuffer {
  readonly isolateId = newOpaqueId();
  readonly #options: GatherOptions;
  readonly #views = new Map<number, number>();
  readonly #requests = new Map<string, Map<number, AnswerTimer>>();
  #underWay: readonly CountBatch[] = [];
  #sequence = 0;
  #turn = 0;
  #dueAt: number | null = null;
  #isConfirming = false;
  #sendingUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GatherOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#views.size >= this.#options.maxImages;
  }

  get callsDue(): number {
    const fresh = Math.ceil(this.#views.size / this.#options.maxImages);
    return Math.max(this.#underWay.length, this.#requests.size > 0 ? 1 : 0, fresh);
  }

  addView(imageId: number): void {
    this.#views.set(imageId, (this.#views.get(imageId) ?? 0) + 1);
  }

  addRequest(route: string, status: number, elapsedMs: number): void {
    let byStatus = this.#requests.get(route);
    if (byStatus === undefined) {
      this.#requests.set(route, (byStatus = new Map<number, AnswerTimer>()));
    }
    let timer = byStatus.get(status);
    if (timer === undefined) byStatus.set(status, (timer = new AnswerTimer()));
    timer.add(elapsedMs);
  }

  /** Null when another request has claimed the delivery. */
  claim(nowMs: number): DeliveryClaim | null {
    const isUrgent = this.isFull && nowMs >= this.#sendingUntil;
    const dueAt = this.#isConfirming ? null : this.#dueAt;
    if (dueAt !== null && !isUrgent && nowMs < dueAt + OVERDUE_MS) return null;
    return this.#claim(nowMs, dueAt === null && !isUrgent ? this.#options.gatherMs : 0);
  }

  /** For a batch that the object may have in memory alone, unless another request delivers. */
  claimConfirmation(nowMs: number): DeliveryClaim | null {
    if (this.#underWay.length === 0 || this.#dueAt !== null) return null;
    const claim = this.#claim(nowMs, CONFIRM_GATHERS * this.#options.gatherMs);
    this.#isConfirming = true;
    return claim;
  }

  #claim(nowMs: number, waitMs: number): DeliveryClaim {
    this.#isConfirming = false;
    this.#dueAt = nowMs + waitMs;
    this.#turn += 1;
    return { turn: this.#turn, waitMs };
  }

  /** Counts from now on need a new claim. False when another request has taken the delivery over. */
  begin({ turn }: DeliveryClaim, nowMs: number): boolean {
    if (turn !== this.#turn) return false;
    this.#dueAt = null;
    this.#isConfirming = false;
    this.#sendingUntil = nowMs + SENDING_MS;
    return true;
  }

  end(): void {
    this.#sendingUntil = Number.NEGATIVE_INFINITY;
  }

  /** Null when nothing is to be sent. Without `mayHold`, a delivery ends with what is sent: nobody comes back for more. */
  next(mayHold: boolean): Delivery | null {
    const [first = null, second = null] = this.#underWay;
    if (first !== null && (second !== null || !mayHold)) {
      return { stored: first, held: mayHold ? second : null };
    }
    const fresh = this.#takeBatch();
    if (fresh !== null) this.#underWay = [...this.#underWay, fresh];
    if (first === null && fresh === null) return null;
    return mayHold ? { stored: first, held: fresh } : { stored: fresh, held: null };
  }

  confirm({ stored, held }: Delivery, isHeldStored: boolean): void {
    this.#underWay = this.#underWay.filter(
      (batch) => batch !== stored && (batch !== held || !isHeldStored),
    );
  }

  takeRequests(): RequestCount[] {
    const counts = [...this.#requests].flatMap(([route, byStatus]) =>
      [...byStatus].map(([status, { count, buckets, sumMs }]) => ({
        route,
        status,
        count,
        times: { buckets, sumMs },
      })),
    );
    this.#requests.clear();
    return counts;
  }

  #takeBatch(): CountBatch | null {
    if (this.#views.size === 0 && this.#requests.size === 0) return null;
    this.#sequence += 1;
    return {
      isolateId: this.isolateId,
      sequence: this.#sequence,
      views: this.#takeViews(),
      requests: this.takeRequests(),
    };
  }

  #takeViews(): CountBatch['views'] {
    const views = [...this.#views].slice(0, this.#options.maxImages);
    for (const [imageId] of views) this.#views.delete(imageId);
    return views;
  }
}
