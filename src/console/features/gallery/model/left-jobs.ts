/** Unfinished jobs of earlier visits. */

import { perUser } from '../../../state/per-user.ts';
import { userId } from '../../../state/session.ts';
import { dropEntry, listEntries, lockOf, type Entry } from './journal.ts';
import { runEntry } from './run-job.ts';

export const leftJobs = perUser<readonly Entry[]>(() => []);

/** Finds those that no other tab works on. */
export async function findLeftJobs(): Promise<void> {
  const owner = userId.peek();
  if (owner === null) return;
  const entries = listEntries(localStorage, owner);
  const isFree = await Promise.all(entries.map(({ key }) => isUnlocked(key)));
  if (userId.peek() !== owner) return;
  leftJobs.value = entries.filter((_, index) => isFree[index] === true);
}

export function resumeJob(entry: Entry): void {
  removeEntry(entry);
  runEntry(entry, true);
}

export function forgetJob(entry: Entry): void {
  removeEntry(entry);
  dropEntry(localStorage, entry.key);
}

function removeEntry({ key }: Entry): void {
  leftJobs.value = leftJobs.value.filter((entry) => entry.key !== key);
}

async function isUnlocked(key: string): Promise<boolean> {
  return await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock !== null);
}
