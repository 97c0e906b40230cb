/**
 * Deleting many images, or making them public or private: one call each, in the background of whatever page is shown.
 *
 * - What is to be deleted is out of sight at once and is sent some seconds later, so that it can be taken back whole.
 * - A job is noted before anything is sent (journal.ts), and the browser asks before the page is left while one is
 *   under way. Whoever leaves all the same is asked at the next visit what is to become of the rest.
 * - What failed is in sight again, selected, with the reason.
 */

import { batch, effect, signal } from '@preact/signals';
import { ApiError } from '../../client/errors.ts';
import { realPace } from '../../client/pace.ts';
import { api, call } from '../api/client.ts';
import { isConnected } from '../state/connection.ts';
import { announceImages, type ImageChanges } from '../state/image-changes.ts';
import { user } from '../state/session.ts';
import { isSelecting, libraryCount, list, selection, takeChanges } from './gallery.ts';
import { dropEntry, listEntries, noteEntry, type Change, type Entry } from './journal.ts';
import { selectOnly, NOTHING_SELECTED } from './selection.ts';
import { writeMany, type Outcome, type Progress } from './write-many.ts';

/** Long enough to notice a mistake and to reach the button. */
export const UNDO_MS = 6000;
/** So long what was answered gathers before it is shown. */
const FLUSH_MS = 400;
const RECONNECT_MS = 2000;

export interface Job {
  readonly key: string;
  readonly change: Change;
  readonly count: number;
  readonly state: JobState;
  /** The names of its images, to say which ones failed. */
  readonly names: ReadonlyMap<number, string>;
}

export type JobState =
  | { readonly phase: 'undoable' }
  | { readonly phase: 'running'; readonly progress: Progress; readonly isStopping: boolean }
  | { readonly phase: 'ended'; readonly done: number; readonly outcome: Outcome };

export const jobs = signal<readonly Job[]>([]);

/** What was left half done by an earlier visit. */
export const leftJobs = signal<readonly Entry[]>([]);

/** What ends the phase that a job is in. */
const controls = new Map<string, AbortController>();

const SESSION_OVER_CODES = new Set([4010, 4011, 4030]);
const GONE_CODE = 4041;

/** Begins to change images. Those that are to be deleted leave the list at once. */
export function startJob(change: Change, ids: readonly number[]): void {
  const userId = user.peek()?.id;
  if (userId === undefined || ids.length === 0) return;
  runEntry({ key: crypto.randomUUID(), userId, change, ids });
}

/** Takes a deletion back, of which nothing has been sent yet. */
export function undoJob(key: string): void {
  controls.get(key)?.abort('undone');
}

/** Stops a job after the calls that are under way. */
export function stopJob(key: string): void {
  controls.get(key)?.abort('stopped');
  change(key, ({ state }) => (state.phase === 'running' ? { ...state, isStopping: true } : state));
}

/** Takes a job off the screen that has ended. */
export function dismissJob(key: string): void {
  jobs.value = jobs.value.filter((job) => job.key !== key);
}

/** Looks for jobs that an earlier visit has left, and that no other tab works on. */
export async function findLeftJobs(): Promise<void> {
  const userId = user.peek()?.id;
  if (userId === undefined) return;
  const entries = listEntries(localStorage, userId);
  const isFree = await Promise.all(entries.map(({ key }) => isUnlocked(key)));
  leftJobs.value = entries.filter((_, index) => isFree[index] === true);
}

/** Goes on with a job that was left. */
export function resumeJob(entry: Entry): void {
  leftJobs.value = leftJobs.value.filter(({ key }) => key !== entry.key);
  runEntry(entry, true);
}

/** Lets a job that was left be: what is not done stays as it is. */
export function forgetJob(entry: Entry): void {
  leftJobs.value = leftJobs.value.filter(({ key }) => key !== entry.key);
  dropEntry(localStorage, entry.key);
}

function runEntry(entry: Entry, isResumed = false): void {
  const { key, change, ids } = entry;
  noteEntry(localStorage, entry);
  const wanted = new Set(ids);
  const named = list.items.filter(({ id }) => wanted.has(id));
  batch(() => {
    const job: Job = {
      key,
      change,
      count: ids.length,
      state: { phase: 'undoable' },
      names: new Map(named.map(({ id, title, filename }) => [id, title || filename])),
    };
    jobs.value = [...jobs.value, job];
    selection.value = NOTHING_SELECTED;
    isSelecting.value = false;
    if (change === 'delete') list.hide(ids);
  });
  const work = (): Promise<void> => run(entry, isResumed || change !== 'delete');
  void navigator.locks.request(lockOf(key), work);
}

async function run(entry: Entry, isImmediate: boolean): Promise<void> {
  const { key, ids, change: kind } = entry;
  addEventListener('beforeunload', warn);
  const undo = new AbortController();
  controls.set(key, undo);
  try {
    if (!isImmediate) await realPace.sleep(UNDO_MS, undo.signal);
  } catch {
    list.reveal(ids);
    selection.value = selectOnly(ids);
    end(key);
    dismissJob(key);
    return;
  }
  const stop = new AbortController();
  controls.set(key, stop);
  const settled = new Settled(kind);
  let done = 0;
  const outcome = await writeMany(ids, (id) => settled.write(id), {
    pace: realPace,
    signal: stop.signal,
    awaitConnection,
    onProgress: (progress) => {
      done = progress.done;
      change(key, ({ state }) => ({
        phase: 'running',
        progress,
        isStopping: state.phase === 'running' && state.isStopping,
      }));
    },
  });
  settled.end();
  finish(entry, done, outcome);
}

function finish({ key, ids }: Entry, done: number, outcome: Outcome): void {
  const { failures, left, endedBy } = outcome;
  // Whoever is signed out in between is asked again after signing in.
  const isKept = endedBy !== null && SESSION_OVER_CODES.has(endedBy.code);
  end(key, isKept);
  batch(() => {
    const remaining = [...failures.map(({ id }) => id), ...left];
    list.reveal(ids);
    if (remaining.length > 0) selection.value = selectOnly(remaining.filter((id) => list.has(id)));
    change(key, () => ({ phase: 'ended', done, outcome }));
  });
}

function end(key: string, isKept = false): void {
  controls.delete(key);
  if (!isKept) dropEntry(localStorage, key);
  if (controls.size === 0) removeEventListener('beforeunload', warn);
}

/** The calls of a job; what they answered is shown for many at once. */
class Settled {
  readonly #kind: Change;
  readonly #changed: NonNullable<ImageChanges['changed']>[number][] = [];
  readonly #gone: number[] = [];
  /** How many of both are shown. */
  #shown = { changed: 0, gone: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: Change) {
    this.#kind = kind;
  }

  async write(id: number): Promise<void> {
    const path = { id };
    try {
      if (this.#kind === 'delete') {
        await call(api.DELETE('/api/v1/images/{id}', { params: { path } }));
        this.#gone.push(id);
      } else {
        const body = { visibility: this.#kind };
        const patched = api.PATCH('/api/v1/images/{id}/visibility', { params: { path }, body });
        this.#changed.push({ id, ...body, asset_link: (await call(patched)).asset_link });
      }
    } catch (error) {
      // Gone already: there is nothing left to change.
      if (!(error instanceof ApiError) || error.code !== GONE_CODE) throw error;
      this.#gone.push(id);
    }
    this.#timer ??= setTimeout(() => this.#show(), FLUSH_MS);
  }

  /** Shows the rest, and tells other pages and tabs. */
  end(): void {
    this.#show();
    announceImages({ changed: this.#changed, gone: this.#gone });
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = this.#changed.slice(this.#shown.changed);
    const gone = this.#gone.slice(this.#shown.gone);
    this.#shown = { changed: this.#changed.length, gone: this.#gone.length };
    batch(() => {
      takeChanges({ changed, gone });
      if (libraryCount.value !== null) libraryCount.value -= gone.length;
    });
  }
}

function change(key: string, next: (job: Job) => JobState): void {
  jobs.value = jobs.value.map((job) => (job.key === key ? { ...job, state: next(job) } : job));
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Leaves time to find out whether it is the network, then waits until that is back. */
async function awaitConnection(abort: AbortSignal): Promise<void> {
  await realPace.sleep(RECONNECT_MS, abort);
  await new Promise<void>((resolve, reject) => {
    const stop = effect(() => {
      if (isConnected.value) resolve();
    });
    abort.addEventListener('abort', () => {
      stop();
      reject(abort.reason as Error);
    });
  });
}

function lockOf(key: string): string {
  return `change-images:${key}`;
}

async function isUnlocked(key: string): Promise<boolean> {
  return await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock !== null);
}
