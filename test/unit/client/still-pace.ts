import type { Pace } from '../../../src/client/pace.ts';

/** A pace whose sleeps take no time and only move its clock. */
export const stillPace = (): { pace: Pace; slept: number[] } => {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    pace: {
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
