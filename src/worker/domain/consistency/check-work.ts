import type { ConsistencyServices, Finding } from './finding.ts';
import { WORK_RULES } from './work-rules.ts';

/** Work that waits longer for the sweep or the queue is stuck. */
const OVERDUE_AFTER_MS = 900_000;

export async function* checkWork({ db, clock }: ConsistencyServices): AsyncGenerator<Finding> {
  const overdue = clock.now() - OVERDUE_AFTER_MS;
  for (const { select, subject, problem, repair } of WORK_RULES) {
    for (const { id } of await db.run(select({ overdue }))) {
      yield {
        subject: `${subject} ${String(id)}`,
        problem,
        repair: repair?.(String(id)) ?? null,
      };
    }
  }
}
