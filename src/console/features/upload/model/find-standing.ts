import { isAtWork, type QueueStats } from './queue-stats.ts';

/** Null when there is nothing to show. */
export function findStanding(
  stats: QueueStats,
  isStopped: boolean,
): 'working' | 'paused' | 'asking' | null {
  if (isAtWork(stats)) return isStopped ? 'paused' : 'working';
  return stats.failed + stats.asking > 0 ? 'asking' : null;
}
