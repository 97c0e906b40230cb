import { ALBUM_RULES } from './album-rules.ts';
import { FILE_RULES, IMAGE_RULES, TRASH_RULES } from './image-rules.ts';
import type { ConsistencyServices, Finding } from './finding.ts';
import type { RuleGroup } from './work-rule.ts';
import { EVENT_RULES, JOB_RULES, SHARE_RULES, UPLOAD_RULES, USER_RULES } from './work-rules.ts';

/** Work that waits longer for the sweep or the queue is stuck. */
const OVERDUE_AFTER_MS = 900_000;

const GROUPS: readonly RuleGroup[] = [
  FILE_RULES,
  UPLOAD_RULES,
  IMAGE_RULES,
  TRASH_RULES,
  ALBUM_RULES,
  JOB_RULES,
  USER_RULES,
  EVENT_RULES,
  SHARE_RULES,
];

export async function* checkWork(services: ConsistencyServices): AsyncGenerator<Finding> {
  const overdue = services.clock.now() - OVERDUE_AFTER_MS;
  for (const group of GROUPS) yield* checkGroup(services, group, overdue);
}

async function* checkGroup(
  { db }: ConsistencyServices,
  { ranges, rules, selectMoved }: RuleGroup,
  overdue: number,
): AsyncGenerator<Finding> {
  const stuck: Finding[] = [];
  let isMoving = false;
  for await (const range of ranges.walk(db)) {
    const values = { overdue, ...range };
    const { found, moved } = await db.batch({
      found: rules.map(({ select }) => select(values)),
      moved: selectMoved === undefined ? [] : [selectMoved(values)],
    });
    isMoving ||= moved.flat().length > 0;
    for (const [index, { subject, problem, repair, isUnlessMoving }] of rules.entries()) {
      for (const { id } of found[index] ?? []) {
        const finding = {
          subject: `${subject} ${String(id)}`,
          problem,
          repair: repair?.(String(id)) ?? null,
        };
        if (isUnlessMoving === true) stuck.push(finding);
        else yield finding;
      }
    }
  }
  if (!isMoving) yield* stuck;
}
