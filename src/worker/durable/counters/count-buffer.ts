import type { RequestCount } from '../../domain/services.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import { AnswerTimer } from '../../lib/answer-times.ts';
import type { CountBatch } from './logic.ts';

/** The request of a delivery that is this long overdue has died. */
const OVERDUE_MS = 5000;
/** The request of a delivery that takes longer has died. */
const SENDING_MS = 20_000;

export interface GatherOptions {
  readonly gatherMs: number;
  /** Per batch; a full one is sent immediately. */
  readonly maxImages: number;
}

export interface DeliveryClaim {
  readonly turn: number;
  readonly waitMs: number;
}

/**
 * Buffers an isolate's counts on their way to a counter object (docs/architecture.md, View counts). Invariants:
 *
 * - At most one batch is under way. It repeats under its sequence number until the object confirms it; later counts
 *   wait for a later batch.
 * - Requests share no promise. One request claims the delivery; another takes it over if too many images are held, or
 *   if the first has died.
 */
export class CountBuffer {
  readonly isolateId = newOpaqueId();
  readonly #options: GatherOptions;
  readonly #views = new Map<number, number>();
  readonly #requests = new Map<string, Map<number, AnswerTimer>>();
  #underWay: CountBatch | null = null;
  #sequence = 0;
  #turn = 0;
  #dueAt: number | null = null;
  #sendingUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GatherOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#views.size >= this.#options.maxImages;
  }

  get batchesHeld(): number {
    const fresh = Math.ceil(this.#views.size / this.#options.maxImages);
    return (
      (this.#underWay === null ? 0 : 1) + (this.#requests.size > 0 ? Math.max(1, fresh) : fresh)
    );
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
    if (this.#dueAt !== null && !isUrgent && nowMs < this.#dueAt + OVERDUE_MS) return null;
    const waitMs = this.#dueAt === null && !isUrgent ? this.#options.gatherMs : 0;
    this.#dueAt = nowMs + waitMs;
    this.#turn += 1;
    return { turn: this.#turn, waitMs };
  }

  /** Counts from now on need a new claim. False when another request has taken the delivery over. */
  begin({ turn }: DeliveryClaim, nowMs: number): boolean {
    if (turn !== this.#turn) return false;
    this.#dueAt = null;
    this.#sendingUntil = nowMs + SENDING_MS;
    return true;
  }

  end(): void {
    this.#sendingUntil = Number.NEGATIVE_INFINITY;
  }

  /** The unconfirmed batch, or the next; null when nothing is held. */
  next(): CountBatch | null {
    if (this.#underWay !== null) return this.#underWay;
    if (this.#views.size === 0 && this.#requests.size === 0) return null;
    this.#sequence += 1;
    this.#underWay = {
      isolateId: this.isolateId,
      sequence: this.#sequence,
      views: this.#takeViews(),
      requests: this.takeRequests(),
    };
    return this.#underWay;
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

  confirm({ sequence }: CountBatch): void {
    if (this.#underWay?.sequence === sequence) this.#underWay = null;
  }

  #takeViews(): CountBatch['views'] {
    const views = [...this.#views].slice(0, this.#options.maxImages);
    for (const [imageId] of views) this.#views.delete(imageId);
    return views;
  }
}
