import { realPace, type Pace } from '../../../../src/client/pace.ts';

const ASK_MS = 100;

/** For uploads beside the browser: nobody waits two seconds for each answer. */
export const QUICK_PACE: Pace = {
  ...realPace,
  sleep: (ms, signal) => realPace.sleep(Math.min(ms, ASK_MS), signal),
};
