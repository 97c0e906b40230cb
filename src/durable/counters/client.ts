import type { Counters as CountersPort } from '../../domain/services.ts';
import type { Clock } from '../../lib/clock.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { newOpaqueId } from '../../lib/ids.ts';
import type { CountBatch } from './logic.ts';
import type { Counters } from './object.ts';

const ATTEMPTS = 5;
const RETRY_BASE_MS = 300;
const RETRY_MAX_MS = 3000;
/** A gathering that was due this long ago died with the request that was to send it. */
const OVERDUE_MS = 60_000;

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

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

  /** Whether somebody must see to it that the counts are sent; true once for each gathering. */
  claim(nowMs: number, gatherMs: number): boolean {
    if (nowMs < this.#dueAt + OVERDUE_MS) return false;
    this.#dueAt = nowMs + gatherMs;
    return true;
  }

  /** Ends a gathering: what is counted from now on needs to be claimed anew. */
  release(): void {
    this.#dueAt = Number.NEGATIVE_INFINITY;
  }

  /** The batch to send next: the one that nobody has confirmed, or all that was gathered. */
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

/** Sends what the isolate has gathered until nothing is left or the object has failed too often. */
const deliver = async (
  gatherer: CountGatherer,
  add: (batch: CountBatch) => Promise<void>,
): Promise<void> => {
  let failures = 0;
  while (failures < ATTEMPTS) {
    const batch = gatherer.next();
    if (batch === null) return;
    try {
      await add(batch);
      gatherer.confirm(batch);
    } catch {
      // It stays under way: this loop, or the next request's, sends it again.
      failures += 1;
      await sleep(backoffMs(failures, RETRY_BASE_MS, RETRY_MAX_MS));
    }
  }
};

export interface CounterOptions {
  readonly namespace: DurableObjectNamespace<Counters>;
  readonly shards: number;
  readonly gatherMs: number;
  readonly clock: Clock;
}

const shardName = (shard: number): string => `shard-${String(shard)}`;

/** An isolate always counts into the same shard: only there is its sequence known. */
const shardOf = (isolateId: string, shards: number): string => {
  let hash = 0;
  for (const char of isolateId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % shards;
  return shardName(hash);
};

/** The counters of an isolate: counting is a map's increment, and one request now and then sends what there is. */
export const createCounters = (options: CounterOptions): CountersPort => {
  const { namespace, shards, gatherMs, clock } = options;
  const gatherer = new CountGatherer();
  const send = async (): Promise<void> => {
    await sleep(gatherMs);
    gatherer.release();
    const stub = namespace.getByName(shardOf(gatherer.isolateId, shards));
    await deliver(gatherer, async (batch) => stub.add(batch, clock.now()));
  };
  return {
    countView: (imageId) => gatherer.addView(imageId),
    countRequest: (route, status) => gatherer.addRequest(route, status),
    deliver: (background) => {
      if (gatherer.claim(clock.now(), gatherMs)) background(send());
    },
    totals: async () => {
      const names = Array.from({ length: shards }, (_, shard) => shardName(shard));
      const totals = await Promise.all(
        names.map(async (name) => namespace.getByName(name).totals()),
      );
      return {
        requests: totals.flatMap(({ requests }) => requests),
        viewsFlushed: totals.reduce((sum, { viewsFlushed }) => sum + viewsFlushed, 0),
      };
    },
  };
};
