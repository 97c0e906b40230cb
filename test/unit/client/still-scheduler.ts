import type { Scheduler } from '../../../src/client/scheduler.ts';

/** A scheduler whose sleeps only advance its clock. */
export const stillScheduler = (): { scheduler: Scheduler; slept: number[] } => {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    scheduler: {
      now: () => now,
      random: () => 0.5,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        slept.push(ms);
        now += ms;
      },
    },
  };
};
