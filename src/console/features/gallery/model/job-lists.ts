import { list } from './gallery-state.ts';
import { jobs } from './image-jobs.ts';
import type { ImageList } from './image-list.ts';
import { isRemoval } from './journal.ts';

type JobList = Pick<ImageList, 'hide' | 'reveal'>;

const others = new Set<JobList>();

/** Lets a list beside the gallery's hide the images that are about to be deleted. Returns the function that ends it. */
export function followJobs(other: JobList): () => void {
  others.add(other);
  const pending = jobs.peek().filter(({ state }) => state.phase !== 'ended');
  other.hide(pending.flatMap(({ change, ids }) => (isRemoval(change) ? ids : [])));
  return () => others.delete(other);
}

export function hideListed(ids: readonly number[]): void {
  for (const shown of [list.peek(), ...others]) shown.hide(ids);
}

export function revealListed(ids: readonly number[]): void {
  for (const shown of [list.peek(), ...others]) shown.reveal(ids);
}
