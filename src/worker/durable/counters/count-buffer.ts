import type { RequestCount } from '../../domain/services.ts';
import { newOpaqueId } from '../../../shared/ids.ts';
import type { CountBatch } from './logic.ts';

/** A gathering that was due this long ago died with the request that was to send it. */
const OVERDUE_MS = 5000;
/** As long may a request take to send what was gathered; after that it has died. */
const SENDING_MS = 20_000;

export interface GatherOptions {
  readonly gatherMs: number;
  /** Images in a batch. As soon as so many are held, they are sent. */
  readonly maxImages: number;
}

/** A request's duty to send what was gathered, after `waitMs`. */
export interface Gathering {
  readonly turn: number;
  readonly waitMs: number;
}

/**
 * Counts of one isolate on their way to a counter object.
 *
 * - At most one batch is under way, and it is sent again under its sequence number until the object has confirmed it;
 *   whatever is counted meanwhile waits for a later batch.
 * - No promise is shared between requests: one request promises to send after a while, and its turn is up when another
 *   takes over, because too many images are held or because that request died.
 */
export class CountBuffer {
  readonly isolateId = newOpaqueId();
  readonly #options: GatherOptions;
  readonly #views = new Map<number, number>();
  readonly #requests = new Map<string, Map<number, number>>();
  #underWay: CountBatch | null = null;
  #sequence = 0;
  #turn = 0;
  /** Null while nobody has promised to send. */
  #dueAt: number | null = null;
  #sendingUntil = Number.NEGATIVE_INFINITY;

  constructor(options: GatherOptions) {
    this.#options = options;
  }

  /** Whether as many images are held as go into one batch. */
  get isFull(): boolean {
    return this.#views.size >= this.#options.maxImages;
  }

  /** Batches that it takes to send everything that is held now. */
  get batchesHeld(): number {
    const fresh = Math.ceil(this.#views.size / this.#options.maxImages);
    return (
      (this.#underWay === null ? 0 : 1) + (this.#requests.size > 0 ? Math.max(1, fresh) : fresh)
    );
  }

  addView(imageId: number): void {
    this.#views.set(imageId, (this.#views.get(imageId) ?? 0) + 1);
  }

  addRequest(route: string, status: number): void {
    let byStatus = this.#requests.get(route);
    if (byStatus === undefined) this.#requests.set(route, (byStatus = new Map<number, number>()));
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }

  /** Says whether the caller must see to it that the counts are sent, and when; null when another request does. */
  claim(nowMs: number): Gathering | null {
    const isUrgent = this.isFull && nowMs >= this.#sendingUntil;
    if (this.#dueAt !== null && !isUrgent && nowMs < this.#dueAt + OVERDUE_MS) return null;
    const waitMs = this.#dueAt === null && !isUrgent ? this.#options.gatherMs : 0;
    this.#dueAt = nowMs + waitMs;
    this.#turn += 1;
    return { turn: this.#turn, waitMs };
  }

  /** Ends a gathering, so that what is counted from now on is claimed anew; false when the turn is up. */
  begin({ turn }: Gathering, nowMs: number): boolean {
    if (turn !== this.#turn) return false;
    this.#dueAt = null;
    this.#sendingUntil = nowMs + SENDING_MS;
    return true;
  }

  /** Says that a request has sent what it could. */
  end(): void {
    this.#sendingUntil = Number.NEGATIVE_INFINITY;
  }

  /** Returns the batch to send: the one that nobody has confirmed, or what was gathered. */
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

  /** Takes the requests out of what was gathered. */
  takeRequests(): RequestCount[] {
    const counts = [...this.#requests].flatMap(([route, byStatus]) =>
      [...byStatus].map(([status, count]) => ({ route, status, count })),
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
