/** At most so many announcements on the way. */
const ANNOUNCEMENTS = 10;

/** Whether a screen reader is told that so many need nothing more, or an answer: each of a few, and every tenth part of many. */
export function isMilestone(done: number, total: number): boolean {
  if (done === 0) return false;
  if (done === total || total <= ANNOUNCEMENTS) return true;
  const step = (count: number): number => Math.floor((count * ANNOUNCEMENTS) / total);
  return step(done) > step(done - 1);
}
