import { isAtWork, type QueueStats } from './queue-stats.ts';

/**
 * The state of the queue for the other pages: it works, it is stopped until the person continues, or it has ended with
 * failures or questions. Null when there is nothing to show.
 */
export function findStanding(
  stats: QueueStats,
  isStopped: boolean,
): 'working' | 'paused' | 'asking' | null {
  if (isAtWork(stats)) return isStopped ? 'paused' : 'working';
  return stats.failed + stats.asking > 0 ? 'asking' : null;
}
