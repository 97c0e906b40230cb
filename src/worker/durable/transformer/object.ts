import { DurableObject } from 'cloudflare:workers';
import type { Derivative, DerivativePlan } from '../../imaging/derive/derivative.ts';
import type { DerivativeFault, Original } from '../../domain/derivatives/original.ts';
import { sha256Hex } from '../../../shared/bytes.ts';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import { createLog, describeError } from '../../lib/log.ts';
import type { Services } from '../../domain/services.ts';
import { encodeHead, STILL_WAITING, type Head } from './frames.ts';
import { HeldBytes } from './held-bytes.ts';
import { SingleFlightQueue, type DeskJob, type DeskOutcome, type Waiter } from './logic.ts';

export type TransformerServices = Pick<Services, 'config' | 'imageService' | 'objects'>;

/** A derivative to be made; the same key means the same. */
export interface Order {
  readonly key: string;
  readonly original: Original;
  readonly plan: DerivativePlan;
}

interface Made extends Derivative {
  /** Hexadecimal. */
  readonly sha256: string;
}

export type OrderOutcome = DeskOutcome<Made, DerivativeFault>;
type OrderJob = DeskJob<Order, Made, DerivativeFault>;
type OrderWaiter = Waiter<Order, Made, DerivativeFault>;

/** What somebody who waits is told in the meantime, and how often it is looked for those to be cut off. */
const BEAT_MS = 1000;
const SLICE_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;
/** Of the results that are being read together in an isolate, in units of the largest. */
const HELD_RESULTS = 2;
const heldBytes = new HeldBytes(systemClock);
/** In units of the longest wait. */
const LEASE_WAITS = 2;
/** Of a reader: the same as of who sends a part. */
const MIN_BYTES_PER_SECOND = 8192;
/** Leaves those who queue time enough for what they wait for. */
const PRESSED_MS = 10_000;

/**
 * Makes derivatives on request: `logic.ts` decides who waits for which, `frames.ts` encodes the answers. It stores
 * nothing: jobs end with the object, and their readers ask again.
 */
export class Transformer extends DurableObject {
  /** Tests bring their own. */
  clock: Clock = systemClock;
  readonly #services: TransformerServices;
  readonly #desk: ReturnType<typeof openDesk>;
  readonly #streams = new Map<OrderWaiter, ReadableByteStreamController>();
  #isWatching = false;

  constructor(ctx: DurableObjectState, env: Env, services: TransformerServices) {
    super(ctx, env);
    this.#services = services;
    this.#desk = openDesk(services.config);
  }

  /** What it keeps at the moment. */
  get held(): { readonly keys: readonly string[]; readonly heldBytes: number } {
    return { keys: this.#desk.keys, heldBytes: this.#desk.heldBytes };
  }

  transform(order: Order): ReadableStream<Uint8Array> {
    const waiter = this.#desk.join(order.key, order, this.clock.now());
    if (waiter === null) return new Blob([encodeHead(toHead({ outcome: 'busy' }))]).stream();
    this.#startJobs();
    return this.#answer(waiter);
  }

  /** Does one job. */
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
    const job = this.#desk.startNext(this.clock.now());
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
    this.#desk.settle(job, outcome);
    this.#startJobs();
  }

  /** A stream that asks for nothing before it is read: all readers of a result share its one copy. */
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

  /** Waits for a beat at most. */
  async #wait(waiter: OrderWaiter): Promise<OrderOutcome | null> {
    const known = this.#desk.look(waiter, this.clock.now());
    if (known !== null) return known;
    await Promise.race([waiter.job.settled.promise, this.clock.wait(BEAT_MS)]);
    return this.#desk.look(waiter, this.clock.now());
  }

  #close(waiter: OrderWaiter): void {
    this.#streams.get(waiter)?.close();
    this.#leave(waiter);
  }

  #leave(waiter: OrderWaiter): void {
    this.#streams.delete(waiter);
    this.#desk.leave(waiter);
    this.#startJobs();
  }

  /** Looks after those who are there, as long as there are any. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#streams.size > 0) {
      await this.clock.wait(BEAT_MS);
      for (const waiter of this.#desk.expire(this.clock.now())) {
        this.#streams.get(waiter)?.error(new Error('The reader has taken too long'));
        this.#streams.delete(waiter);
      }
      this.#startJobs();
    }
    this.#isWatching = false;
  }
}

function openDesk(config: Services['config']) {
  const { DYNAMIC_RESULT_MAX_BYTES: resultMaxBytes, DYNAMIC_TIMEOUT_MS: waitMs } = config;
  const rules = {
    concurrent: config.DYNAMIC_CONCURRENT,
    queuedKeys: config.DYNAMIC_QUEUED_KEYS,
    resultMaxBytes,
    heldMaxBytes: HELD_RESULTS * resultMaxBytes,
    waitMs,
    leaseMs: LEASE_WAITS * waitMs,
    idleMs: waitMs,
    minBytesPerSecond: MIN_BYTES_PER_SECOND,
    pressedMs: PRESSED_MS,
  };
  return new SingleFlightQueue<Order, Made, DerivativeFault>(rules, heldBytes);
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
