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

/** What taking back an upload that was aborted may take, all attempts together. */
export const CANCEL_TIMEOUT_MS = 10_000;
export const CANCEL_ATTEMPTS = 2;

export interface UploadProgress {
  readonly stage: 'prepare' | 'send' | 'publish' | 'done';
  /** Of the whole upload, 0 to 1. */
  readonly fraction: number;
}

/** Why an upload is stopped that is to go on later: aborted with it, it leaves all as it is, here and at the server. */
export class UploadPause extends Error {
  override readonly name = 'UploadPause';
}

/** Keeps what was made of an image, so that whoever resumes its upload need not make it again. */
export interface PreparedStore {
  /** Null when there is nothing, or nothing that serves this recipe. */
  load(recipe: Recipe): Promise<PreparedImage | null>;
  save(recipe: Recipe, prepared: PreparedImage): Promise<void>;
}

export interface UploadOptions {
  readonly api: TintypeApi;
  readonly codecs: Codecs;
  readonly filename: string;
  readonly visibility: Visibility;
  /** Where tickets of unfinished uploads are kept; in memory when left out. */
  readonly store?: ResumeStore;
  /** Where prepared parts are kept; nowhere when left out. */
  readonly prepared?: PreparedStore;
  /** Aborted with an `UploadPause`, the upload can be resumed; with anything else, it is taken back. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly metered?: boolean;
  /** Shared by uploads that run at the same time, so that one image is prepared at a time. */
  readonly preparation?: Semaphore;
  /** Shared by uploads that run at the same time: as many places as the server has for one person's parts. */
  readonly partPlaces?: Semaphore;
  /** Shared by uploads that run at the same time: none begins on the server while that asks to wait. */
  readonly gate?: Cooldown;
  /** Asked of the server when left out. */
  readonly recipe?: Recipe;
  /** Called with the recipe when it had to be asked for once more. */
  readonly onRecipe?: (recipe: Recipe) => void;
  readonly scheduler?: Scheduler;
}

/** Reports how far a stage is, 0 to 1. */
export type Report = (stage: UploadProgress['stage'], stageFraction: number) => void;

/** From where to where in the whole each stage goes. */
export type StageShares = Readonly<
  Record<UploadProgress['stage'], readonly [from: number, to: number]>
>;

/** One upload under way. */
export interface UploadRun extends UploadOptions {
  readonly fingerprint: string;
  readonly store: ResumeStore;
  readonly partPlaces: Semaphore;
  readonly scheduler: Scheduler;
  readonly reportBy: (shares: StageShares) => Report;
}

/** Begins an upload, whose progress never goes back. */
export function startRun(fingerprint: string, options: UploadOptions): UploadRun {
  let reached = 0;
  return {
    ...options,
    fingerprint,
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

/** Whether an upload that ended so cannot be resumed. */
export function isFinal(error: unknown, signal: AbortSignal | undefined): boolean {
  return (
    isCancelled(signal) ||
    (error instanceof UploadError && (error.fault === 'failed' || error.fault === 'cancelled'))
  );
}

/** Whether an upload was aborted for good. */
export function isCancelled(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && !(signal.reason instanceof UploadPause);
}
