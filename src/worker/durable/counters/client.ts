import type { RequestMetrics, UsageCounters } from '../../domain/services.ts';
import { backoffMs } from '../../../shared/backoff.ts';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import {
  CountBuffer,
  type Delivery,
  type DeliveryClaim,
  type GatherOptions,
} from './count-buffer.ts';
import type { Counters } from './object.ts';

const ATTEMPTS = 5;
const RETRY_BASE_MS = 300;
const RETRY_MAX_MS = 3000;

export interface CounterOptions extends GatherOptions {
  readonly namespace: DurableObjectNamespace<Counters>;
  readonly shards: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Stores the counts of requests; null when the objects do. */
  readonly requestMetrics: RequestMetrics | null;
  readonly wait?: Clock['wait'];
}

/** Counting increments a map; one request at a time claims the delivery of the counts. */
export function createUsageCounters(options: CounterOptions): UsageCounters {
  const { namespace, shards, clock, requestMetrics, wait = systemClock.wait } = options;
  const buffer = new CountBuffer(options);
  const deliverLater = async (claim: DeliveryClaim, mayHold: boolean): Promise<void> => {
    if (claim.waitMs > 0) await wait(claim.waitMs);
    if (!buffer.begin(claim, clock.now())) return;
    requestMetrics?.(buffer.takeRequests());
    const stub = namespace.getByName(shardOf(buffer.isolateId, shards));
    const main = namespace.idFromName(shardName(0)).toString();
    await sendAll({
      buffer,
      mayHold,
      add: async ({ stored, held }) => stub.add(stored, clock.now(), main, held),
      wait,
    });
    buffer.end();
    const confirmation = mayHold ? buffer.claimConfirmation(clock.now()) : null;
    if (confirmation !== null) await deliverLater(confirmation, false);
  };
  return {
    countView: (imageId) => buffer.addView(imageId),
    countRequest: (route, status, elapsedMs) => buffer.addRequest(route, status, elapsedMs),
    deliver: (background) => {
      const claim = buffer.claim(clock.now());
      if (claim !== null) background(deliverLater(claim, true));
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

/** The shard of an isolate knows its sequence. */
function shardOf(isolateId: string, shards: number): string {
  let hash = 0;
  for (const char of isolateId) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % shards;
  return shardName(hash);
}

function shardName(shard: number): string {
  return `shard-${String(shard)}`;
}

interface Sender {
  readonly buffer: CountBuffer;
  readonly mayHold: boolean;
  /** Whether the held batch is stored. */
  readonly add: (delivery: Delivery) => Promise<boolean>;
  readonly wait: Clock['wait'];
}

/** Stops when the object fails too often; the next delivery repeats what is not confirmed. */
async function sendAll(sender: Sender): Promise<void> {
  const { buffer, mayHold } = sender;
  for (let left = buffer.callsDue; left > 0 || buffer.isFull; left -= 1) {
    const delivery = buffer.next(mayHold);
    if (delivery === null) return;
    const isHeldStored = await send(delivery, sender);
    if (isHeldStored === null) return;
    buffer.confirm(delivery, isHeldStored);
  }
}

/** Null without an answer. */
async function send(delivery: Delivery, { add, wait }: Sender): Promise<boolean | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await add(delivery);
    } catch {
      if (attempt < ATTEMPTS) await wait(backoffMs(attempt, RETRY_BASE_MS, RETRY_MAX_MS));
    }
  }
  return null;
}
