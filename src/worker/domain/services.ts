import type { Config } from '../config.ts';
import type { DerivativePlan } from '../imaging/derive/derivative.ts';
import type { ImageType } from '../../imaging/sniff.ts';
import type { Database } from '../db/database.ts';
import type { OutboxKind } from '../db/schema/outbox.ts';
import type { Clock } from '../../shared/clock.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import type { LeasedSemaphore } from '../lib/leased-semaphore.ts';
import type { Log } from '../lib/log.ts';
import type { ScryptRequest } from '../lib/scrypt.ts';
import type { CacheStore } from '../storage/cache-store.ts';
import type { NegativeCache } from '../storage/negative-cache.ts';
import type { ImageService } from '../storage/image-service.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { PublicCache } from '../storage/public-cache.ts';
import type { SharedFacts } from '../storage/shared-facts.ts';
import type { BootGate } from './boot-gate.ts';
import type { DerivativeFault, Original } from './derivatives/original.ts';
import type { SiteFacts } from './site/site-facts.ts';
import type { SessionStore } from './sessions/session-store.ts';

export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

export type RateVerdict =
  | { readonly allowed: true; readonly takenAt: number }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Sliding windows by subject, for example `login:ip:203.0.113.7`. */
export interface RateLimits {
  /** Takes one place in the subject's window, or says when the next one is free. */
  take(subject: string, rule: RateRule): Promise<RateVerdict>;
  /** Refunds a place, named by the moment at which it was taken. */
  refund(subject: string, takenAt: number): Promise<void>;
}

/** Derives a key from a password with scrypt (RFC 7914), where it keeps no request waiting. */
export type DeriveKey = (request: ScryptRequest) => Promise<Uint8Array>;

/** Counts gathered in the isolate and delivered later, each exactly once. */
export interface UsageCounters {
  countView(imageId: number): void;
  /** Counts an answer by route template, for example `GET /i/:link`. */
  countRequest(route: string, status: number): void;
  /** Makes sure that what was counted is sent after a while; call it once per request, at its end. */
  deliver(background: Services['background']): void;
  readTotals(): Promise<CounterTotals>;
}

/** The files of the console, as the platform serves them by their paths. */
export interface Assets {
  fetch(request: Request): Promise<Response>;
}

/** Takes the counts of requests where the platform keeps them. */
export type RequestMetrics = (counts: readonly RequestCount[]) => void;

/** What has been counted and delivered so far. */
export interface CounterTotals {
  /** The same route and status may appear more than once. Null where the platform keeps them. */
  readonly requests: readonly RequestCount[] | null;
  readonly viewsFlushed: number;
}

export interface RequestCount {
  readonly route: string;
  readonly status: number;
  readonly count: number;
}

/** A queue of pointers to durable rows: losing or doubling a message is harmless. */
export interface JobQueue<Message> {
  send(message: Message, delaySeconds?: number): Promise<void>;
}

export interface PublishMessage {
  readonly jobId: number;
}

/** What dynamic transformation answers. */
export type Transformation =
  | {
      readonly outcome: 'made';
      /** Of `size` bytes; it breaks when its maker goes. */
      readonly body: ReadableStream;
      readonly size: number;
      /** Hexadecimal. */
      readonly sha256: string;
      readonly mimeType: ImageType;
    }
  /** Too many at once: to be asked again. */
  | { readonly outcome: 'busy'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'failed'; readonly fault: DerivativeFault };

/**
 * Makes derivatives on request. All who ask for the same one at the same time share one job, and each gets all of it;
 * it is dropped after the last of them. A body must be read or cancelled.
 */
export interface Transformations {
  /** @param network of the visitor (`networkOf`), which gets a fair share of the places. */
  transform(original: Original, plan: DerivativePlan, network: string): Promise<Transformation>;
}

export interface OutboxMessage {
  readonly kind: OutboxKind;
}

/** What the verbs work with. A verb names what it needs: `Pick<Services, 'db' | 'clock'>`. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyRing;
  /** The primary. */
  readonly db: Database;
  /** The nearest replica; only public reads that may be a moment old use it. */
  readonly replica: Database;
  readonly objects: ObjectStore;
  /** Null where the platform's image service is not bound. */
  readonly imageService: ImageService | null;
  readonly assets: Assets;
  readonly cache: CacheStore;
  /** Memory and edge cache of public images. Whoever changes who may see an image must `invalidate` it. */
  readonly publicCache: PublicCache;
  /** What this isolate knows of links that lead nowhere. Whoever publishes an image must `invalidate` its link. */
  readonly negativeCache: NegativeCache;
  /** What everybody may know of the site. Whoever changes its configuration must `invalidate` it. */
  readonly siteFacts: SharedFacts<SiteFacts>;
  readonly limiter: RateLimits;
  readonly deriveKey: DeriveKey;
  readonly sessions: SessionStore;
  readonly counters: UsageCounters;
  readonly publishQueue: JobQueue<PublishMessage>;
  /** Jobs of the kind `avif`, one at a time. */
  readonly avifQueue: JobQueue<PublishMessage>;
  readonly transformer: Transformations;
  readonly outboxQueue: JobQueue<OutboxMessage>;
  readonly bootGate: BootGate;
  /** How many parts this isolate takes in at once. */
  readonly partSlots: LeasedSemaphore;
  /** How many of those may be files of pipeline 1, which take more memory. */
  readonly originalSlots: LeasedSemaphore;
  /** Lets work go on after the answer, 30 seconds at most. */
  readonly background: (work: Promise<unknown>) => void;
}

/** What an isolate keeps from request to request, and a hot answer needs. */
export type SharedServices = Pick<
  Services,
  'bootGate' | 'clock' | 'config' | 'counters' | 'negativeCache' | 'publicCache'
>;
