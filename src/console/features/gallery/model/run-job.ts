import { batch } from '@preact/signals';
import { realScheduler } from '../../../../client/scheduler.ts';
import {
  PERMISSION_DENIED,
  SESSION_EXPIRED,
  SIGN_IN_REQUIRED,
} from '../../../../shared/error-codes.ts';
import { userId } from '../../../state/session.ts';
import { awaitConnection, awaitContinue } from './await-run.ts';
import { isSelecting, list, selection } from './gallery-state.ts';
import { dismissJob, jobs, remainingOf, runs, setState, type Job, type Run } from './image-jobs.ts';
import { ImageWrites } from './image-writes.ts';
import { dropEntry, isRemoval, lockOf, noteEntry, type Change, type Entry } from './journal.ts';
import { askBeforeLeaving } from './leave-jobs.ts';
import { hideListed, revealListed } from './job-lists.ts';
import { offerUndo } from './offer-undo.ts';
import { deselect, selectOnly } from './selection.ts';
import { writeMany, type WriteOutcome } from './write-many.ts';

const SESSION_OVER_CODES = new Set<number>([SIGN_IN_REQUIRED, SESSION_EXPIRED, PERMISSION_DENIED]);

/** Starts a job. Deleted images leave the list immediately. */
export function startJob(change: Change, ids: readonly number[]): void {
  const owner = userId.peek();
  if (owner === null || ids.length === 0) return;
  runEntry({ key: crypto.randomUUID(), userId: owner, change, ids });
}

/** Runs a stored job. A resumed deletion can't be undone. */
export function runEntry(entry: Entry, isResumed = false): void {
  const { key, change: kind, ids } = entry;
  noteEntry(localStorage, entry);
  const wanted = new Set(ids);
  const named = list
    .peek()
    .sections.flatMap(({ images }) => images.filter(({ id }) => wanted.has(id)));
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
    if (isRemoval(kind)) hideListed(ids);
  });
  const run: Run = {
    stop: new AbortController(),
    ended: Promise.resolve(),
    hurry: null,
    goOn: null,
  };
  runs.set(key, run);
  askBeforeLeaving(true);
  const isMeant = isResumed || !isRemoval(kind) ? Promise.resolve(true) : offerUndo(entry, run);
  run.ended = navigator.locks.request(lockOf(key), async () => {
    if (await isMeant) await write(entry, run);
    else takeBack(entry, selected, run);
  });
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
      setState(key, ({ state }) => ({
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
    revealListed(ids);
    if (!stop.signal.aborted) selectAgain(selected);
    dismissJob(key);
  });
}

function finish({ key, ids }: Entry, done: number, outcome: WriteOutcome): void {
  const remaining = remainingOf(outcome);
  const isSignedOut = !jobs.peek().some((job) => job.key === key);
  const isOver = outcome.endedBy !== null && SESSION_OVER_CODES.has(outcome.endedBy.code);
  end(key, remaining.length > 0 && (isOver || isSignedOut));
  batch(() => {
    revealListed(ids);
    const isLeftSelected = !isSignedOut && selectAgain(remaining);
    setState(key, () => ({ phase: 'ended', done, outcome, isLeftSelected }));
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
  if (runs.size === 0) askBeforeLeaving(false);
}
