/** The queue as a whole. */

import { isWorthRetrying } from './failure.ts';
import { isUnderWay, isWanted, type Item } from './queue-item.ts';

export interface QueueStats {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Failed, but worth another try. */
  readonly retryable: number;
  /** Read, waiting or sent at present. */
  readonly underWay: number;
  /** Of those, prepared, sent or published at present. */
  readonly running: number;
  readonly paused: number;
  /** Those that wait for an answer of the person: given before, or to be chosen again. */
  readonly asking: number;
  /** Under way or paused, but lost with the page: the browser keeps no bytes of them. */
  readonly unkept: number;
  /** What is left to do, in files: half a file is 0.5. What has failed has nothing left. */
  readonly left: number;
  /** How far it is, 0 to 1. It never goes back while there is anything to do. */
  readonly share: number;
}

/**
 * In one go over the items: it is asked for whenever one of them changes. `before` is what was found before, for what
 * that has shown as done is not taken back.
 */
export function summarizeItems(
  items: readonly Item[],
  before: QueueStats | null = null,
): QueueStats {
  const total = items.length;
  const counts = {
    done: 0,
    failed: 0,
    running: 0,
    retryable: 0,
    underWay: 0,
    paused: 0,
    asking: 0,
    unkept: 0,
  };
  let left = 0;
  for (const item of items) {
    const { name } = item.state;
    left += 1 - reachOf(item);
    if (name === 'done' || name === 'failed' || name === 'paused' || name === 'running') {
      counts[name] += 1;
    }
    if (name === 'duplicate' || name === 'missing') counts.asking += 1;
    if (isRetryable(item)) counts.retryable += 1;
    if (isUnderWay(item)) counts.underWay += 1;
    if (isWanted(item) && !item.isKept) counts.unkept += 1;
  }
  return { total, ...counts, left, share: shareOf(left, total, before) };
}

/** Whether something is to become a picture, be it once the person resumes it. */
export function isAtWork({ underWay, paused }: QueueStats): boolean {
  return underWay + paused > 0;
}

export function isRetryable({ state }: Item): boolean {
  return state.name === 'failed' && isWorthRetrying(state.failure);
}

function reachOf({ state: { name }, progress }: Item): number {
  return name === 'done' || name === 'failed' || name === 'duplicate' ? 1 : progress;
}

/**
 * While work goes on, what is left of the bar stands for what is left to do: where that shrinks by a half, so does the
 * other; where files come, or done ones leave the list, the bar stays, and goes on from there.
 */
function shareOf(left: number, total: number, before: QueueStats | null): number {
  const rest = total === 0 ? 1 : left / total;
  if (before === null || !isAtWork(before)) return 1 - rest;
  const restBefore = before.left / before.total;
  return rest < restBefore ? 1 - ((1 - before.share) * rest) / restBefore : before.share;
}

interface Sample {
  readonly at: number;
  readonly gained: number;
}

const WINDOW_MS = 60_000;
/** Less says nothing about the whole. */
const MIN_SPAN_MS = 3000;

/** Tells the time left from what was gained in the last minute. Times in milliseconds. */
export class EtaEstimator {
  #samples: Sample[] = [];

  /** `gained` is in files: half a file is 0.5. */
  add(gained: number, at: number): void {
    this.#samples.push({ at, gained });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= WINDOW_MS);
  }

  reset(): void {
    this.#samples = [];
  }

  /** Null while nobody can tell. */
  timeLeftMs(remaining: number, now: number): number | null {
    const [first] = this.#samples;
    if (first === undefined) return null;
    const spanMs = now - first.at;
    const gained = this.#samples.slice(1).reduce((sum, sample) => sum + sample.gained, 0);
    if (spanMs < MIN_SPAN_MS || gained <= 0) return null;
    return (remaining * spanMs) / gained;
  }
}
