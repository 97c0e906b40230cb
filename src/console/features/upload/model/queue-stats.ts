import { isWorthRetrying } from './failure.ts';
import { isUnderWay, isWanted, type Item } from './queue-item.ts';

export interface QueueStats {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly retryable: number;
  readonly underWay: number;
  readonly running: number;
  readonly paused: number;
  /** Those that wait for the person: duplicates and missing files. */
  readonly asking: number;
  /** Under way or paused, but lost with the page, since the browser has not stored them. */
  readonly unkept: number;
  /** The work left, in files: half a file is 0.5. A failed file has none. */
  readonly left: number;
  /** The progress, 0 to 1. It never decreases while work is left. */
  readonly share: number;
}

/** Takes one pass, since it runs with every change. `before` has the progress that was shown, which never decreases. */
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

/** Whether anything is to become an image, also if the person has to resume it first. */
export function isAtWork({ underWay, paused }: QueueStats): boolean {
  return underWay + paused > 0;
}

export function isRetryable({ state }: Item): boolean {
  return state.name === 'failed' && isWorthRetrying(state.failure);
}

function reachOf({ state: { name }, progress }: Item): number {
  return name === 'done' || name === 'failed' || name === 'duplicate' ? 1 : progress;
}

/** The bar keeps its place when files are added or done ones leave the list. */
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
/** A shorter span is not representative. */
const MIN_SPAN_MS = 3000;

/** Estimates the time left from the progress of the last minute. Times in milliseconds. */
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

  /** Null without an estimate. */
  timeLeftMs(remaining: number, now: number): number | null {
    const [first] = this.#samples;
    if (first === undefined) return null;
    const spanMs = now - first.at;
    const gained = this.#samples.slice(1).reduce((sum, sample) => sum + sample.gained, 0);
    if (spanMs < MIN_SPAN_MS || gained <= 0) return null;
    return (remaining * spanMs) / gained;
  }
}
