/**
 * Jobs that delete images or change their visibility: one call each, in the background of any page.
 *
 * - Deleted images are hidden immediately; the calls are sent once the offer to undo has gone.
 * - A job is stored before anything is sent (journal.ts). An unfinished job is offered again at the next visit.
 * - The browser asks before leaving during a job. A small pending deletion is sent on leaving: its requests outlive the
 *   page.
 * - Failed images reappear with the reason, and are selected unless others are.
 * - A job is neither shown nor continued for another user.
 */

import { perUser } from '../../../state/per-user.ts';
import { isRemoval, type Change } from './journal.ts';
import type { WriteOutcome, WriteProgress } from './write-many.ts';

export interface Job {
  readonly key: string;
  readonly change: Change;
  readonly ids: readonly number[];
  readonly state: JobState;
  /** The names of its images, for its failures. */
  readonly names: ReadonlyMap<number, string>;
}

export type JobState =
  /** A deletion that can still be undone. */
  | { readonly phase: 'waiting' }
  | { readonly phase: 'running'; readonly progress: WriteProgress; readonly isStopping: boolean }
  | {
      readonly phase: 'ended';
      readonly done: number;
      readonly outcome: WriteOutcome;
      /** Whether the unchanged images are selected. */
      readonly isLeftSelected: boolean;
    };

export interface Run {
  readonly stop: AbortController;
  ended: Promise<void>;
  /** Sends a deletion that could still be undone. */
  hurry: (() => void) | null;
  /** Continues after a rate limit. */
  goOn: (() => void) | null;
}

export const runs = new Map<string, Run>();

export const jobs = perUser<readonly Job[]>(() => [], {
  end: () => {
    for (const { stop } of runs.values()) stop.abort();
  },
});

export function stopJob(key: string): void {
  runs.get(key)?.stop.abort();
  setState(key, ({ state }) =>
    state.phase === 'running' ? { ...state, isStopping: true } : state,
  );
}

export function continueJob(key: string): void {
  runs.get(key)?.goOn?.();
}

export function dismissJob(key: string): void {
  jobs.value = jobs.value.filter((job) => job.key !== key);
}

export function isBeingDeleted(id: number): boolean {
  return jobs.value.some(
    ({ change: kind, ids, state }) =>
      isRemoval(kind) &&
      ids.includes(id) &&
      !(state.phase === 'ended' && remainingOf(state.outcome).includes(id)),
  );
}

export function remainingOf({ failures, left }: WriteOutcome): readonly number[] {
  return [...failures.map(({ id }) => id), ...left];
}

export function setState(key: string, next: (job: Job) => JobState): void {
  jobs.value = jobs.value.map((job) => (job.key === key ? { ...job, state: next(job) } : job));
}
