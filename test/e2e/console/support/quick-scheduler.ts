import { realScheduler, type Scheduler } from '../../../../src/client/scheduler.ts';

const ASK_MS = 100;

/** For uploads beside the browser: nobody waits two seconds for each answer. */
export const QUICK_SCHEDULER: Scheduler = {
  ...realScheduler,
  sleep: (ms, signal) => realScheduler.sleep(Math.min(ms, ASK_MS), signal),
};
