import { and, desc, eq } from 'drizzle-orm';
import { openDatabases } from '../../src/worker/db/open-databases.ts';
import { query } from '../../src/worker/db/query.ts';
import { images } from '../../src/worker/db/schema/images.ts';
import { prepareFirst, withSize } from '../../src/worker/db/statement.ts';
import { selectTotals, type SiteTotals } from '../../src/worker/domain/accounting/read-totals.ts';
import { assetPath } from '../../src/worker/domain/links/make-link.ts';
import {
  countEvents,
  countJobs,
  countUploads,
  type WorkCount,
} from '../../src/worker/domain/metrics/count-work.ts';
import { selectTasks } from '../../src/worker/domain/tasks/run-tasks.ts';
import { selectCronRun, type CronRun } from '../../src/worker/domain/metrics/cron-runs.ts';

/** What `/metrics` reads of the database. */
export interface State {
  readonly uploads: readonly WorkCount[];
  readonly jobs: readonly WorkCount[];
  readonly events: readonly WorkCount[];
  readonly run: CronRun | null;
  readonly tasks: ReturnType<ReturnType<typeof selectTasks>['read']>;
  readonly totals: SiteTotals;
  readonly sizeBytes: number;
  /** Path of a public image; null when none is among the newest. */
  readonly publicPath: string | null;
}

const MAX_COUNT = 1000;
const NEWEST_IMAGES = 100;

export async function readState(d1: D1Database): Promise<State> {
  const { db, directory } = openDatabases(d1);
  const { totals, ...rest } = await directory.batch({
    uploads: countUploads(MAX_COUNT),
    jobs: countJobs(MAX_COUNT),
    events: countEvents(MAX_COUNT),
    run: selectCronRun(),
    tasks: selectTasks(),
    totals: withSize(selectTotals()),
  });
  const link = await db.run(selectPublicLink());
  return {
    ...rest,
    totals: totals.result,
    sizeBytes: totals.sizeBytes,
    publicPath: link === null ? null : assetPath(link.uniqueLink, 'public'),
  };
}

/** Of pipeline 2. */
const selectPublicLink = prepareFirst(() => {
  const newest = query
    .select({
      id: images.id,
      uniqueLink: images.uniqueLink,
      visibility: images.visibility,
      pipelineVersion: images.pipelineVersion,
      processingStatus: images.processingStatus,
    })
    .from(images)
    .orderBy(desc(images.id))
    .limit(NEWEST_IMAGES)
    .as('newest');
  return query
    .select({ uniqueLink: newest.uniqueLink })
    .from(newest)
    .where(
      and(
        eq(newest.visibility, 'public'),
        eq(newest.pipelineVersion, 2),
        eq(newest.processingStatus, 'completed'),
      ),
    )
    .limit(1);
});
