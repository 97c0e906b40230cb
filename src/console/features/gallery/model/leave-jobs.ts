import { realScheduler } from '../../../../client/scheduler.ts';
import { beforeLeaving } from '../../../state/leaving.ts';
import { jobs, runs, type Job } from './image-jobs.ts';
import { AT_ONCE } from './write-many.ts';

/** How long a sign-out waits for the last requests. */
const LEAVING_TIMEOUT_MS = 3000;

beforeLeaving(async () => {
  const few = jobs.peek().filter((job) => job.state.phase === 'waiting' && isSentOnLeaving(job));
  const ended = few.flatMap(({ key }) => {
    const run = runs.get(key);
    run?.hurry?.();
    return run === undefined ? [] : [run.ended];
  });
  if (ended.length === 0) return;
  await Promise.race([Promise.all(ended), realScheduler.sleep(LEAVING_TIMEOUT_MS)]);
});

export function askBeforeLeaving(isWanted: boolean): void {
  if (isWanted) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

function warn(event: BeforeUnloadEvent): void {
  const isHarmless = (job: Job): boolean =>
    job.state.phase === 'ended' || (job.state.phase === 'waiting' && isSentOnLeaving(job));
  if (!jobs.peek().every(isHarmless)) event.preventDefault();
}

function isSentOnLeaving({ ids }: Job): boolean {
  return ids.length <= AT_ONCE;
}
