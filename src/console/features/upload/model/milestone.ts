const ANNOUNCEMENTS = 10;

/** Whether a screen reader announces this count of settled files: each of a few, and every tenth part of many. */
export function isMilestone(done: number, total: number): boolean {
  if (done === 0) return false;
  if (done === total || total <= ANNOUNCEMENTS) return true;
  const step = (count: number): number => Math.floor((count * ANNOUNCEMENTS) / total);
  return step(done) > step(done - 1);
}
