import type { UsageCounters } from '../../domain/services.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { CountGatherer } from './gatherer.ts';
import type { CountBatch } from './logic.ts';
import type { Counters } from './object.ts';

const ATTEMPTS = 5;
const RETRY_BASE_MS = 300;
const RETRY_MAX_MS = 3000;

export interface CounterOptions {
  readonly namespace: DurableObjectNamespace<Counters>;
  readonly shards: number;
  readonly gatherMs: number;
  readonly clock: Clock;
}

/** The counters of an isolate: counting is a map's increment, and one request now and then sends what there is. */
export function createUsageCounters(options: CounterOptions): UsageCounters {
  const { namespace, shards, gatherMs, clock } = options;
  const gatherer = new CountGatherer();
  const gatherAndSend = async (): Promise<void> => {
    await sleep(gatherMs);
    gatherer.release();
    const stub = namespace.getByName(shardOf(gatherer.isolateId, shards));
    await sendAll(gatherer, async (batch) => stub.add(batch, clock.now()));
  };
  return {
    countView: (imageId) => gatherer.addView(imageId),
    countRequest: (route, status) => gatherer.addRequest(route, status),
    deliver: (background) => {
      if (gatherer.claim(clock.now(), gatherMs)) background(gatherAndSend());
    },
    readTotals: async () => {
      const names = Array.from({ length: shards }, (_, shard) => shardName(shard));
      const totals = await Promise.all(
        names.map(async (name) => namespace.getByName(name).readTotals()),
      );
      return {
        requests: totals.flatMap(({ requests }) => requests),
        viewsFlushed: totals.reduce((sum, { viewsFlushed }) => sum + viewsFlushed, 0),
      };
    },
  };
}

/** An isolate always counts into the same shard: only there is its sequence known. */
function shardOf(isolateId: string, shards: number): string {
  let hash = 0;
  for (const char of isolateId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % shards;
  return shardName(hash);
}

function shardName(shard: number): string {
  return `shard-${String(shard)}`;
}

/** Sends what the isolate has gathered until nothing is left or the object has failed too often. */
async function sendAll(
  gatherer: CountGatherer,
  add: (batch: CountBatch) => Promise<void>,
): Promise<void> {
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
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
