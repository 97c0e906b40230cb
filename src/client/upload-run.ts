import { Semaphore } from '../shared/semaphore.ts';
import type { TintypeApi } from './api.ts';
import type { Cooldown } from './cooldown.ts';
import type { Codecs } from './imaging/codecs/codecs.ts';
import { UploadError } from './errors.ts';
import type { PreparedImage } from './imaging/prepare-parts.ts';
import { realScheduler, type Scheduler } from './scheduler.ts';
import type { Recipe, Visibility } from './protocol-types.ts';
import { memoryResumeStore, type ResumeStore } from './resume.ts';
import { PARTS_IN_TRANSFER } from './send-parts.ts';

/** For all attempts together. */
export const CANCEL_TIMEOUT_MS = 10_000;
export const CANCEL_ATTEMPTS = 2;

export interface UploadProgress {
  readonly stage: 'prepare' | 'send' | 'publish' | 'done';
  /** 0 to 1. */
  readonly fraction: number;
}

/** As an abort's reason, stops an upload without discarding it. */
export class UploadPause extends Error {
  override readonly name = 'UploadPause';
}

export interface PreparedStore {
  load(recipe: Recipe): Promise<PreparedImage | null>;
  save(recipe: Recipe, prepared: PreparedImage): Promise<void>;
}

export interface UploadOptions {
  readonly api: TintypeApi;
  readonly codecs: Codecs;
  readonly filename: string;
  readonly visibility: Visibility;
  /** In memory by default. */
  readonly store?: ResumeStore;
  readonly prepared?: PreparedStore;
  /** An abort discards the upload, unless its reason is an `UploadPause`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly metered?: boolean;
  /** Shared by concurrent uploads, so that one image is prepared at a time. */
  readonly preparation?: Semaphore;
  /** Shared by concurrent uploads: one person's parts in transfer. */
  readonly partPlaces?: Semaphore;
  /** Shared by concurrent uploads. */
  readonly gate?: Pick<Cooldown, 'wait'>;
  /** Whether the account keeps the places of photographs: asked for one that has its place. By default none is sent. */
  readonly keepsLocation?: () => Promise<boolean>;
  readonly recipe?: Recipe;
  readonly onRecipe?: (recipe: Recipe) => void;
  readonly scheduler?: Scheduler;
}

export type Report = (stage: UploadProgress['stage'], stageFraction: number) => void;

export type StageShares = Readonly<
  Record<UploadProgress['stage'], readonly [from: number, to: number]>
>;

export interface UploadRun extends UploadOptions {
  readonly fingerprint: string;
  readonly sourceSha256: string;
  readonly store: ResumeStore;
  readonly partPlaces: Semaphore;
  readonly scheduler: Scheduler;
  readonly reportBy: (shares: StageShares) => Report;
}

/** Progress is monotonic. */
export function startRun(
  ids: Pick<UploadRun, 'fingerprint' | 'sourceSha256'>,
  options: UploadOptions,
): UploadRun {
  let reached = 0;
  return {
    ...options,
    ...ids,
    store: options.store ?? memoryResumeStore(),
    partPlaces: options.partPlaces ?? new Semaphore(PARTS_IN_TRANSFER),
    scheduler: options.scheduler ?? realScheduler,
    reportBy: (shares) => (stage, stageFraction) => {
      const [from, to] = shares[stage];
      reached = Math.max(reached, from + (to - from) * stageFraction);
      options.onProgress?.({ stage, fraction: reached });
    },
  };
}

/** Whether the upload cannot be resumed. */
export function isFinal(error: unknown, signal: AbortSignal | undefined): boolean {
  return (
    isCancelled(signal) ||
    (error instanceof UploadError && (error.fault === 'failed' || error.fault === 'cancelled'))
  );
}

export function isCancelled(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && !(signal.reason instanceof UploadPause);
}
