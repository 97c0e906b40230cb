/**
 * Jobs that delete images or change their visibility: one call each, in the background of any page.
 *
 * - Deleted images are hidden immediately; the calls are sent once the offer to undo has gone.
 * - A job is stored before anything is sent (journal.ts), and the browser asks before leaving during a job. An unfinished
 *   job is offered again at the next visit.
 * - A small pending deletion is sent on leaving: its requests outlive the page.
 * - Failed images reappear with the reason, and are selected unless others are.
 * - A job is neither shown nor continued for another user.
 */

import { batch, effect } from '@preact/signals';
import { realScheduler } from '../../../../client/scheduler.ts';
import {
  PERMISSION_DENIED,
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
} from '../../../../shared/error-codes.ts';
import { isConnected } from '../../../state/connection.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { galleryText } from '../../../text/gallery.ts';
import { beforeLeaving } from '../../../state/leaving.ts';
import { perUser } from '../../../state/per-user.ts';
import { user } from '../../../state/session.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { isSelecting, list, selection } from './gallery-state.ts';
import { dropEntry, listEntries, noteEntry, type Change, type Entry } from './journal.ts';
import { deselect, selectOnly } from './selection.ts';
import { ImageWrites } from './image-writes.ts';
import { AT_ONCE, writeMany, type WriteOutcome, type WriteProgress } from './write-many.ts';

const RECONNECT_MS = 2000;
/** How long a sign-out waits for the last requests. */
const LEAVING_MS = 3000;

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

export const jobs = perUser<readonly Job[]>(() => [], { end: stopRuns });

/** An unfinished job of an earlier visit. */
export const leftJobs = perUser<readonly Entry[]>(() => []);

interface Run {
  /** Ends it after the running calls. */
  readonly stop: AbortController;
  ended: Promise<void>;
  /** Sends a deletion that could still be undone. */
  hurry: (() => void) | null;
  /** Continues after a rate limit. */
  goOn: (() => void) | null;
}

const runs = new Map<string, Run>();

const SESSION_OVER_CODES = new Set<number>([SIGN_IN_REQUIRED, SESSION_EXPIRED, PERMISSION_DENIED]);

/** Starts a job. Deleted images leave the list immediately. */
export function startJob(change: Change, ids: readonly number[]): void {
  const userId = user.peek()?.id;
  if (userId === undefined || ids.length === 0) return;
  runEntry({ key: crypto.randomUUID(), userId, change, ids });
}

/** Stops a job after its running calls. */
export function stopJob(key: string): void {
  runs.get(key)?.stop.abort();
  change(key, ({ state }) => (state.phase === 'running' ? { ...state, isStopping: true } : state));
}

/** Continues a job that a rate limit has stopped. */
export function continueJob(key: string): void {
  runs.get(key)?.goOn?.();
}

/** Removes an ended job from the panel. */
export function dismissJob(key: string): void {
  jobs.value = jobs.value.filter((job) => job.key !== key);
}

/** Whether an image is shown as deleted. */
export function isBeingDeleted(id: number): boolean {
  return jobs.value.some(
    ({ change: kind, ids, state }) =>
      kind === 'delete' &&
      ids.includes(id) &&
      !(state.phase === 'ended' && remainingOf(state.outcome).includes(id)),
  );
}

/** The images that a job has not changed. */
export function remainingOf({ failures, left }: WriteOutcome): readonly number[] {
  return [...failures.map(({ id }) => id), ...left];
}

/** Finds unfinished jobs of earlier visits that no other tab works on. */
export async function findLeftJobs(): Promise<void> {
  const userId = user.peek()?.id;
  if (userId === undefined) return;
  const entries = listEntries(localStorage, userId);
  const isFree = await Promise.all(entries.map(({ key }) => isUnlocked(key)));
  if (user.peek()?.id !== userId) return;
  leftJobs.value = entries.filter((_, index) => isFree[index] === true);
}

/** Resumes an unfinished job. */
export function resumeJob(entry: Entry): void {
  leftJobs.value = leftJobs.value.filter(({ key }) => key !== entry.key);
  runEntry(entry, true);
}

/** Drops an unfinished job. */
export function forgetJob(entry: Entry): void {
  leftJobs.value = leftJobs.value.filter(({ key }) => key !== entry.key);
  dropEntry(localStorage, entry.key);
}

beforeLeaving(async () => {
  const few = jobs.peek().filter((job) => job.state.phase === 'waiting' && isSentOnLeaving(job));
  const ended = few.flatMap(({ key }) => {
    const run = runs.get(key);
    run?.hurry?.();
    return run === undefined ? [] : [run.ended];
  });
  if (ended.length > 0) await Promise.race([Promise.all(ended), realScheduler.sleep(LEAVING_MS)]);
});

function stopRuns(): void {
  for (const { stop } of runs.values()) stop.abort();
}

function change(key: string, next: (job: Job) => JobState): void {
  jobs.value = jobs.value.map((job) => (job.key === key ? { ...job, state: next(job) } : job));
}

function runEntry(entry: Entry, isResumed = false): void {
  const { key, change: kind, ids } = entry;
  noteEntry(localStorage, entry);
  const wanted = new Set(ids);
  const named = list.peek().items.filter(({ id }) => wanted.has(id));
  const selected = ids.filter((id) => selection.peek().ids.has(id));
  batch(() => {
    const job: Job = {
      key,
      change: kind,
      ids,
      state: { phase: 'waiting' },
      names: new Map(named.map(({ id, title, filename }) => [id, title || filename])),
    };
    jobs.value = [...jobs.value, job];
    selection.value = deselect(selection.value, wanted);
    if (selection.value.ids.size === 0) isSelecting.value = false;
    if (kind === 'delete') list.peek().hide(ids);
  });
  const run: Run = {
    stop: new AbortController(),
    ended: Promise.resolve(),
    hurry: null,
    goOn: null,
  };
  runs.set(key, run);
  addEventListener('beforeunload', warn);
  const isMeant = isResumed || kind !== 'delete' ? Promise.resolve(true) : offerUndo(entry, run);
  run.ended = navigator.locks.request(lockOf(key), async () => {
    if (await isMeant) await write(entry, run);
    else takeBack(entry, selected, run);
  });
}

function warn(event: BeforeUnloadEvent): void {
  const isHarmless = (job: Job): boolean =>
    job.state.phase === 'ended' || (job.state.phase === 'waiting' && isSentOnLeaving(job));
  if (!jobs.peek().every(isHarmless)) event.preventDefault();
}

/** Offers to undo a deletion; resolves whether to send it. */
function offerUndo({ key, ids }: Entry, run: Run): Promise<boolean> {
  const { common } = text.peek();
  const gallery = galleryText.peek();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const withdraw = showToast({
    message: gallery.undoable(ids.length, formatNumber(ids.length)),
    action: { label: common.undo, run: () => resolve(false) },
    onGone: () => resolve(true),
  });
  run.stop.signal.addEventListener('abort', () => {
    resolve(false);
    withdraw();
  });
  run.hurry = () => {
    // The page may be gone before the answer: a sent job must not be offered again.
    void promise.then(() => dropEntry(localStorage, key));
    withdraw();
  };
  return promise;
}

function lockOf(key: string): string {
  return `change-images:${key}`;
}

async function write(entry: Entry, run: Run): Promise<void> {
  const { key, ids, change: kind } = entry;
  const writes = new ImageWrites(kind);
  let done = 0;
  const outcome = await writeMany(ids, (id) => writes.send(id), {
    scheduler: realScheduler,
    signal: run.stop.signal,
    awaitConnection,
    awaitContinue: (abort) => awaitContinue(run, abort),
    onProgress: (progress) => {
      done = progress.done;
      change(key, ({ state }) => ({
        phase: 'running',
        progress,
        isStopping: state.phase === 'running' && state.isStopping,
      }));
    },
  });
  writes.end();
  finish(entry, done, outcome);
}

function takeBack({ key, ids }: Entry, selected: readonly number[], { stop }: Run): void {
  // After a lost session, the job is offered again.
  end(key, stop.signal.aborted);
  batch(() => {
    list.peek().reveal(ids);
    if (!stop.signal.aborted) selectAgain(selected);
    dismissJob(key);
  });
}

async function awaitContinue(run: Run, abort: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = (): void => reject(abort.reason as Error);
  abort.addEventListener('abort', giveUp);
  run.goOn = resolve;
  try {
    await promise;
  } finally {
    run.goOn = null;
    abort.removeEventListener('abort', giveUp);
  }
}

/** Waits until the network state is known, then until it is back. */
async function awaitConnection(abort: AbortSignal): Promise<void> {
  await realScheduler.sleep(RECONNECT_MS, abort);
  const back = Promise.withResolvers<void>();
  const stopWatching = effect(() => {
    if (isConnected.value) back.resolve();
  });
  const giveUp = (): void => back.reject(abort.reason as Error);
  abort.addEventListener('abort', giveUp);
  try {
    await back.promise;
  } finally {
    stopWatching();
    abort.removeEventListener('abort', giveUp);
  }
}

function finish({ key, ids }: Entry, done: number, outcome: WriteOutcome): void {
  const remaining = remainingOf(outcome);
  const isSignedOut = !jobs.peek().some((job) => job.key === key);
  const isOver = outcome.endedBy !== null && SESSION_OVER_CODES.has(outcome.endedBy.code);
  end(key, remaining.length > 0 && (isOver || isSignedOut));
  batch(() => {
    list.peek().reveal(ids);
    const isLeftSelected = !isSignedOut && selectAgain(remaining);
    change(key, () => ({ phase: 'ended', done, outcome, isLeftSelected }));
  });
}

/** Selects images, unless others are selected. */
function selectAgain(ids: readonly number[]): boolean {
  const listed = ids.filter((id) => list.peek().has(id));
  if (listed.length === 0 || selection.peek().ids.size > 0) return false;
  selection.value = selectOnly(listed);
  return true;
}

function end(key: string, isKept = false): void {
  runs.delete(key);
  if (!isKept) dropEntry(localStorage, key);
  if (runs.size === 0) removeEventListener('beforeunload', warn);
}

/** Whether all requests can be sent when the page is left. */
function isSentOnLeaving({ ids }: Job): boolean {
  return ids.length <= AT_ONCE;
}

async function isUnlocked(key: string): Promise<boolean> {
  return await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock !== null);
}
