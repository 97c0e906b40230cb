import type { RequestMetrics, UsageCounters } from '../../domain/services.ts';
import { backoffMs } from '../../../shared/backoff.ts';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import { CountBuffer, type Gathering, type GatherOptions } from './count-buffer.ts';
import type { CountBatch } from './logic.ts';
import type { Counters } from './object.ts';

const ATTEMPTS = 5;
const RETRY_BASE_MS = 300;
const RETRY_MAX_MS = 3000;

export interface CounterOptions extends GatherOptions {
  readonly namespace: DurableObjectNamespace<Counters>;
  readonly shards: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes the counts of requests where the platform does; otherwise null, and the objects keep them. */
  readonly requestMetrics: RequestMetrics | null;
  /** Waits in real time, unless told otherwise. */
  readonly wait?: Clock['wait'];
}

/** The counters of an isolate: counting is a map's increment, and one request now and then sends what there is. */
export function createUsageCounters(options: CounterOptions): UsageCounters {
  const { namespace, shards, clock, requestMetrics, wait = systemClock.wait } = options;
  const gatherer = new CountBuffer(options);
  const gatherAndSend = async (gathering: Gathering): Promise<void> => {
    if (gathering.waitMs > 0) await wait(gathering.waitMs);
    if (!gatherer.begin(gathering, clock.now())) return;
    requestMetrics?.(gatherer.takeRequests());
    const stub = namespace.getByName(shardOf(gatherer.isolateId, shards));
    const main = namespace.idFromName(shardName(0)).toString();
    await sendAll(gatherer, async (batch) => stub.add(batch, clock.now(), main), wait);
    gatherer.end();
  };
  return {
    countView: (imageId) => gatherer.addView(imageId),
    countRequest: (route, status) => gatherer.addRequest(route, status),
    deliver: (background) => {
      const gathering = gatherer.claim(clock.now());
      if (gathering !== null) background(gatherAndSend(gathering));
    },
    readTotals: async () => {
      const names = Array.from({ length: shards }, (_, shard) => shardName(shard));
      const totals = await Promise.all(
        names.map(async (name) => namespace.getByName(name).readTotals()),
      );
      return {
        requests: requestMetrics === null ? totals.flatMap(({ requests }) => requests) : null,
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

/** Sends what the isolate holds now, until nothing of it is left or the object has failed too often. */
async function sendAll(
  gatherer: CountBuffer,
  add: (batch: CountBatch) => Promise<void>,
  wait: Clock['wait'],
): Promise<void> {
  for (let left = gatherer.batchesHeld; left > 0 || gatherer.isFull; left -= 1) {
    const batch = gatherer.next();
    if (batch === null) return;
    if (!(await sendBatch(batch, add, wait))) return;
    gatherer.confirm(batch);
  }
}

/** Returns false when the batch stays under way: the next request that sends takes it up again. */
async function sendBatch(
  batch: CountBatch,
  add: (batch: CountBatch) => Promise<void>,
  wait: Clock['wait'],
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await add(batch);
      return true;
    } catch {
      if (attempt < ATTEMPTS) await wait(backoffMs(attempt, RETRY_BASE_MS, RETRY_MAX_MS));
    }
  }
  return false;
}
