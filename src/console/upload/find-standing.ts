import type { Overview } from './overview.ts';

/**
 * How the queue stands for who is elsewhere: it works, or it has come to its end and wants to be looked at, for something
 * has failed or waits for an answer; null when there is nothing to know.
 */
export function findStanding({
  underWay,
  paused,
  failed,
  asking,
}: Overview): 'working' | 'asking' | null {
  if (underWay + paused > 0) return 'working';
  return failed + asking > 0 ? 'asking' : null;
}
