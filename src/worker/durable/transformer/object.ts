import { DurableObject } from 'cloudflare:workers';
import type { Derivative, DerivativePlan } from '../../imaging/derive/derivative.ts';
import type { DerivativeFault, Keeping, Original } from '../../domain/derivatives/original.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import { createLog, describeError } from '../../lib/log.ts';
import type { Services } from '../../domain/services.ts';
import { MemoryCache } from '../../storage/memory-cache.ts';
import { encodeHead, STILL_WAITING, type Head } from './frames.ts';
import { HeldBytes } from './held-bytes.ts';
import type { Job, Outcome, Waiter } from './job.ts';
import { SingleFlightQueue } from './single-flight-queue.ts';

export type TransformerServices = Pick<Services, 'config' | 'db' | 'imageService' | 'objects'>;

/** The same key means the same derivative. */
export interface Order {
  readonly key: string;
  readonly original: Original;
  readonly plan: DerivativePlan;
  readonly keeping?: Keeping | undefined;
}

interface Made extends Derivative {
  readonly sha256: string;
}

export type OrderOutcome = Outcome<Made, DerivativeFault>;
type OrderJob = Job<Order, Made, DerivativeFault>;
type OrderWaiter = Waiter<Order, Made, DerivativeFault>;

/** Interval of the bytes to a waiter. A byte that cannot be sent frees the place of a waiter that has left. */
const BEAT_MS = 250;
const SLICE_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;
/** In units of the largest result, per isolate. */
const HELD_RESULTS = 2;
const heldBytes = new HeldBytes(systemClock);
/** In units of the longest wait. */
const LEASE_WAITS = 2;
/** For readers, as for senders of parts. */
const MIN_BYTES_PER_SECOND = 8192;
/** Leaves queued waiters enough time for their job. */
const PRESSED_MS = 10_000;
const PRESSED_SHARE_MS = 2000;
/** Jobs that wait for one of the few places in the queue. */
const WAITING_KEYS = 128;
/** An original that cannot be transformed is not tried again for this long. */
const FAILURE_TTL_MS = 300_000;
const MAX_FAILURES = 1024;

/** `single-flight-queue.ts` decides who waits for which job, `frames.ts` encodes. Nothing survives the object. */
export class Transformer extends DurableObject {
  /** Tests replace it. */
  clock: Clock = systemClock;
  readonly #services: TransformerServices;
  readonly #queue: ReturnType<typeof openQueue>;
  readonly #failures = new MemoryCache<DerivativeFault>(MAX_FAILURES);
  readonly #streams = new Map<OrderWaiter, ReadableByteStreamController>();
  #isWatching = false;

  constructor(ctx: DurableObjectState, env: Env, services: TransformerServices) {
    super(ctx, env);
    this.#services = services;
    this.#queue = openQueue(services.config);
  }

  get held(): { readonly keys: readonly string[]; readonly heldBytes: number } {
    return { keys: this.#queue.keys, heldBytes: this.#queue.heldBytes };
  }

  /** `network` is the visitor's (`networkOf`), for its share of the places. */
  transform(order: Order, network: string): ReadableStream<Uint8Array> {
    const { key, original } = order;
    const nowMs = this.clock.now();
    const fault = this.#failures.get(key, nowMs);
    if (fault !== null) return toStream({ outcome: 'failed', fault });
    const waiter = this.#queue.join(key, order, { network, image: original.objectKey }, nowMs);
    if (waiter === null) return toStream({ outcome: 'busy' });
    this.#startJobs();
    return this.#answer(waiter);
  }

  async make({ original, plan }: Order): Promise<OrderOutcome> {
    const { makeDerivative } = await import('../../domain/derivatives/make-derivative.ts');
    const { DYNAMIC_RESULT_MAX_BYTES } = this.#services.config;
    const derived = await makeDerivative(
      this.#services,
      original,
      plan,
      async (made): Promise<OrderOutcome> =>
        made.bytes.length > DYNAMIC_RESULT_MAX_BYTES
          ? { outcome: 'failed', fault: 'too_large' }
          : { outcome: 'made', made: { ...made, sha256: await sha256Hex(made.bytes) } },
    );
    return derived.ok ? derived.value : { outcome: 'failed', fault: derived.error };
  }

  #startJobs(): void {
    const job = this.#queue.startNext(this.clock.now());
    if (job === null) return;
    void this.#run(job);
    this.#startJobs();
  }

  async #run(job: OrderJob): Promise<void> {
    let outcome: OrderOutcome = { outcome: 'busy' };
    try {
      outcome = await this.make(job.work);
    } catch (error) {
      const reason = describeError(error);
      createLog().error('transformation_failed', { key: job.key, reason });
    }
    this.#rememberFailure(job.key, outcome);
    this.#queue.finish(job, outcome);
    this.#startJobs();
    await this.#keep(job.work, outcome);
  }

  /** After the answer, which does not wait for the bucket. */
  async #keep({ keeping }: Order, outcome: OrderOutcome): Promise<void> {
    if (keeping === undefined || outcome.outcome !== 'made') return;
    const { keepRendition } = await import('../../domain/derivatives/keep-rendition.ts');
    const services = { ...this.#services, clock: this.clock, log: createLog() };
    await keepRendition(services, keeping, outcome.made);
  }

  /** A lost original may be restored; other failures are final. */
  #rememberFailure(key: string, outcome: OrderOutcome): void {
    if (outcome.outcome !== 'failed' || outcome.fault === 'source_missing') return;
    this.#failures.put(key, outcome.fault, 1, this.clock.now() + FAILURE_TTL_MS);
  }

  /** Reads only on demand: all readers of a result share its one copy. */
  #answer(waiter: OrderWaiter): ReadableStream<Uint8Array> {
    let isTold = false;
    return new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        this.#streams.set(waiter, controller);
        void this.#watch();
      },
      pull: async (controller) => {
        const outcome = await this.#wait(waiter);
        if (outcome === null) {
          controller.enqueue(Uint8Array.of(STILL_WAITING));
        } else if (!isTold) {
          controller.enqueue(encodeHead(toHead(outcome)));
          isTold = true;
          if (outcome.outcome !== 'made') this.#close(waiter);
        } else if (outcome.outcome === 'made') {
          const { bytes } = outcome.made;
          const slice = bytes.slice(waiter.takenBytes, waiter.takenBytes + SLICE_BYTES);
          waiter.takenBytes += slice.length;
          controller.enqueue(slice);
          if (waiter.takenBytes === bytes.length) this.#close(waiter);
        }
      },
      cancel: () => this.#leave(waiter),
    });
  }

  async #wait(waiter: OrderWaiter): Promise<OrderOutcome | null> {
    const known = this.#queue.look(waiter, this.clock.now());
    if (known !== null) return known;
    await Promise.race([waiter.job.finished.promise, this.clock.wait(BEAT_MS)]);
    return this.#queue.look(waiter, this.clock.now());
  }

  #close(waiter: OrderWaiter): void {
    this.#streams.get(waiter)?.close();
    this.#leave(waiter);
  }

  #leave(waiter: OrderWaiter): void {
    this.#streams.delete(waiter);
    this.#queue.leave(waiter);
    this.#startJobs();
  }

  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#streams.size > 0) {
      await this.clock.wait(BEAT_MS);
      for (const waiter of this.#queue.expire(this.clock.now())) {
        this.#streams.get(waiter)?.error(new Error('The reader has taken too long'));
        this.#streams.delete(waiter);
      }
      this.#startJobs();
    }
    this.#isWatching = false;
  }
}

function openQueue(config: Services['config']) {
  const { DYNAMIC_RESULT_MAX_BYTES: resultMaxBytes, DYNAMIC_TIMEOUT_MS: waitMs } = config;
  const rules = {
    concurrent: config.DYNAMIC_CONCURRENT,
    queuedKeys: config.DYNAMIC_QUEUED_KEYS,
    waitingKeys: WAITING_KEYS,
    turnMs: config.DYNAMIC_WAIT_MS,
    resultMaxBytes,
    heldMaxBytes: HELD_RESULTS * resultMaxBytes,
    waitMs,
    leaseMs: LEASE_WAITS * waitMs,
    idleMs: waitMs,
    minBytesPerSecond: MIN_BYTES_PER_SECOND,
    pressedMs: PRESSED_MS,
    pressedShareMs: PRESSED_SHARE_MS,
  };
  return new SingleFlightQueue<Order, Made, DerivativeFault>(rules, heldBytes);
}

function toStream(outcome: OrderOutcome): ReadableStream<Uint8Array> {
  return new Blob([encodeHead(toHead(outcome))]).stream();
}

function toHead(outcome: OrderOutcome): Head {
  switch (outcome.outcome) {
    case 'made': {
      const { bytes, sha256, mimeType } = outcome.made;
      return { outcome: 'made', size: bytes.length, sha256, mimeType };
    }
    case 'failed':
      return outcome;
    case 'busy':
      return { outcome: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS };
  }
}
