import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { processingEvents, type ProcessingEvent } from '../../db/schema/jobs.ts';
import { prepareWrite, type SqlParam, type Params, type Statement } from '../../db/statement.ts';

export interface ProcessingRecord {
  readonly imageId: number;
  readonly event: ProcessingEvent;
  /** The error, or the administrator who asked. */
  readonly detail?: string | null;
}

export function recordProcessing(
  { imageId, event, detail = null }: ProcessingRecord,
  nowMs: number,
): Statement<number> {
  return insertEvent({ imageId, event, detail, now: nowMs });
}

const insertEvent = prepareWrite(
  (p: Params<{ imageId: number; event: ProcessingEvent; detail: string | null; now: number }>) =>
    query
      .insert(processingEvents)
      .values({ imageId: p.imageId, event: p.event, detail: p.detail, createdAt: p.now }),
);

/** For the batch that creates the image, whose id is unknown. */
export function recordQueued(uniqueLink: string, nowMs: number): Statement<number> {
  return insertQueued({ uniqueLink, now: nowMs });
}

const insertQueued = prepareWrite((p: Params<{ uniqueLink: string; now: number }>) =>
  query
    .insert(processingEvents)
    .values({ imageId: imageUnder(p.uniqueLink), event: 'queued', createdAt: p.now }),
);

export function imageUnder(uniqueLink: SqlParam<string>): SQL<number> {
  return sql<number>`(SELECT ${images.id} FROM ${images} WHERE ${eq(images.uniqueLink, uniqueLink)})`;
}
