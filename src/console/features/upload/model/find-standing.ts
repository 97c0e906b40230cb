import { isAtWork, type QueueStats } from './queue-stats.ts';

/**
 * How the queue stands for who is elsewhere: it works, or would if the person had not paused it, or it has come to its end
 * and wants to be looked at, for something has failed or waits for an answer; null when there is nothing to know.
 */
export function findStanding(
  overview: QueueStats,
  isPaused: boolean,
): 'working' | 'paused' | 'asking' | null {
  if (isAtWork(overview)) return isPaused ? 'paused' : 'working';
  return overview.failed + overview.asking > 0 ? 'asking' : null;
}
