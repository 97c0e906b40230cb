import type { Config } from '../config.ts';
import type { DerivativePlan } from '../imaging/derive/derivative.ts';
import type { ImageType } from '../../imaging/sniff.ts';
import type { Database, Directory } from '../db/database.ts';
import type { OutboxKind } from '../db/schema/outbox.ts';
import type { Clock } from '../../shared/clock.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import type { FairPlaces } from '../lib/fair-places.ts';
import type { LeasedSemaphore } from '../lib/leased-semaphore.ts';
import type { AnswerTimes } from '../lib/answer-times.ts';
import type { Log } from '../lib/log.ts';
import type { ScryptRequest } from '../lib/scrypt-request.ts';
import type { CacheStore } from '../storage/cache-store.ts';
import type { NegativeCache } from '../storage/negative-cache.ts';
import type { ImageService } from '../storage/image-service.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { PublicCache } from '../storage/public-cache.ts';
import type { SharedFacts } from '../storage/shared-facts.ts';
import type { ArchivePlaces } from './archive/archive-places.ts';
import type { BootGate } from './boot-gate.ts';
import type { DerivativeFault, Keeping, Original } from './derivatives/original.ts';
import type { SiteFacts } from './site/site-facts.ts';
import type { ApiKeyStore } from './sessions/api-key-store.ts';
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
  /** A refusal of the last second, without a call. */
  recall(subject: string): RateVerdict | null;
  take(subject: string, rule: RateRule): Promise<RateVerdict>;
  refund(subject: string, takenAt: number): Promise<void>;
}

/** The views of share links that have a limit, counted exactly. */
export interface ShareViewCounts {
  /** False when `maxViews` are taken; otherwise takes one. */
  take(linkId: number, maxViews: number): Promise<boolean>;
  taken(linkId: number): Promise<number>;
  forget(linkId: number): Promise<void>;
}

/** scrypt (RFC 7914), in an isolate of its own. */
export type DeriveKey = (request: ScryptRequest) => Promise<Uint8Array>;

/** Delivered later, exactly once. */
export interface UsageCounters {
  countView(imageId: number): void;
  /** By route template, for example `GET /i/:link`; `elapsedMs` is the time until the answer began. */
  countRequest(route: string, status: number, elapsedMs: number): void;
  /** Call once per request, at its end. */
  deliver(background: Services['background']): void;
  readTotals(): Promise<CounterTotals>;
}

export interface Assets {
  fetch(request: Request): Promise<Response>;
}

export type RequestMetrics = (counts: readonly RequestCount[]) => void;

export interface CounterTotals {
  /** May repeat route and status. Null where the platform stores the counts. */
  readonly requests: readonly RequestCount[] | null;
  readonly viewsFlushed: number;
}

export interface RequestCount {
  readonly route: string;
  readonly status: number;
  readonly count: number;
  /** Of the answers that were timed. */
  readonly times?: AnswerTimes | undefined;
}

/** Messages point to durable rows, so a lost or doubled one is harmless. */
export interface JobQueue<Message> {
  send(message: Message, delaySeconds?: number): Promise<void>;
}

export interface PublishMessage {
  readonly jobId: number;
}

export type Transformation =
  | {
      readonly outcome: 'made';
      /** Has `size` bytes; fails when its maker's isolate ends. */
      readonly body: ReadableStream;
      readonly size: number;
      readonly sha256: string;
      readonly mimeType: ImageType;
    }
  | { readonly outcome: 'busy'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'failed'; readonly fault: DerivativeFault };

/** Parallel requests for the same derivative share a job. A body must be read or cancelled. */
export interface Transformations {
  /** `network` is the visitor's, for a fair share of the places. What `keeping` names is put into the bucket, too. */
  transform(
    original: Original,
    plan: DerivativePlan,
    network: string,
    keeping?: Keeping,
  ): Promise<Transformation>;
}

export interface OutboxMessage {
  readonly kind: OutboxKind;
}

/** A verb names its own dependencies: `Pick<Services, 'db' | 'clock'>`. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyRing;
  /** Of the user whom the request or row concerns. */
  readonly db: Database;
  readonly directory: Directory;
  /** For public reads that may be slightly stale. */
  readonly replica: Database;
  readonly objects: ObjectStore;
  readonly imageService: ImageService | null;
  readonly assets: Assets;
  readonly cache: CacheStore;
  /** Must be invalidated when an image's visibility changes. */
  readonly publicCache: PublicCache;
  /** Must be invalidated when an image is published. */
  readonly negativeCache: NegativeCache;
  /** Must be invalidated when a setting changes. */
  readonly siteFacts: SharedFacts<SiteFacts>;
  readonly limiter: RateLimits;
  readonly deriveKey: DeriveKey;
  readonly shareViews: ShareViewCounts;
  readonly sessions: SessionStore;
  readonly apiKeys: ApiKeyStore;
  readonly counters: UsageCounters;
  readonly publishQueue: JobQueue<PublishMessage>;
  /** Jobs of kind `avif`, one at a time. */
  readonly avifQueue: JobQueue<PublishMessage>;
  readonly transformer: Transformations;
  readonly outboxQueue: JobQueue<OutboxMessage>;
  readonly bootGate: BootGate;
  readonly archivePlaces: ArchivePlaces;
  /** For parts that this isolate receives in parallel. */
  readonly partPlaces: LeasedSemaphore;
  /** For files of pipeline 1 among them, which take more memory. */
  readonly filePlaces: FairPlaces;
  /** After the answer, at most 30 seconds. */
  readonly background: (work: Promise<unknown>) => void;
}

/** Kept across requests; enough for a cached answer. */
export type SharedServices = Pick<
  Services,
  'bootGate' | 'clock' | 'config' | 'counters' | 'negativeCache' | 'publicCache'
>;
