import { newOpaqueId } from '../../lib/ids.ts';
import type { CountBatch } from './logic.ts';

/** A gathering that was due this long ago died with the request that was to send it. */
const OVERDUE_MS = 60_000;

/**
 * Counts of one isolate on their way to a counter object. At most one batch is under way, and it is sent again under
 * its sequence number until the object has confirmed it; whatever is counted meanwhile waits for the next batch.
 * No promise is shared between requests: each sends what it finds.
 */
export class CountGatherer {
  readonly isolateId = newOpaqueId();
  readonly #views = new Map<number, number>();
  readonly #requests = new Map<string, Map<number, number>>();
  #underWay: CountBatch | null = null;
  #sequence = 0;
  #dueAt = Number.NEGATIVE_INFINITY;

  addView(imageId: number): void {
    this.#views.set(imageId, (this.#views.get(imageId) ?? 0) + 1);
  }

  addRequest(route: string, status: number): void {
    let byStatus = this.#requests.get(route);
    if (byStatus === undefined) this.#requests.set(route, (byStatus = new Map<number, number>()));
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }

  /** Says whether the caller must see to it that the counts are sent; true once for each gathering. */
  claim(nowMs: number, gatherMs: number): boolean {
    if (nowMs < this.#dueAt + OVERDUE_MS) return false;
    this.#dueAt = nowMs + gatherMs;
    return true;
  }

  /** Ends a gathering: what is counted from now on needs to be claimed anew. */
  release(): void {
    this.#dueAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the batch to send: the one that nobody has confirmed, or all that was gathered. */
  next(): CountBatch | null {
    if (this.#underWay !== null) return this.#underWay;
    if (this.#views.size === 0 && this.#requests.size === 0) return null;
    this.#sequence += 1;
    this.#underWay = {
      isolateId: this.isolateId,
      sequence: this.#sequence,
      views: [...this.#views],
      requests: [...this.#requests].flatMap(([route, byStatus]) =>
        [...byStatus].map(([status, count]) => ({ route, status, count })),
      ),
    };
    this.#views.clear();
    this.#requests.clear();
    return this.#underWay;
  }

  confirm({ sequence }: CountBatch): void {
    if (this.#underWay?.sequence === sequence) this.#underWay = null;
  }
}
