import { realScheduler, type Scheduler } from '../../../../src/client/scheduler.ts';

const ASK_MS = 100;

/** Polls fast, for uploads outside the browser. */
export const QUICK_SCHEDULER: Scheduler = {
  ...realScheduler,
  sleep: (ms, signal) => realScheduler.sleep(Math.min(ms, ASK_MS), signal),
};
