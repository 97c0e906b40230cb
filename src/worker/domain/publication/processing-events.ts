import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { processingEvents, type ProcessingEvent } from '../../db/schema/jobs.ts';
import { prepareWrite, type Slot, type Params, type Statement } from '../../db/statement.ts';

export interface ProcessingRecord {
  readonly imageId: number;
  readonly event: ProcessingEvent;
  /** What went wrong, or who asked for it. */
  readonly detail?: string | null;
}

/** Records what happened to an image's processing; it belongs in the batch of the change that it describes. */
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

/** Records that the publication of an image is queued, in the batch that makes the image: only its link is known yet. */
export function recordQueued(uniqueLink: string, nowMs: number): Statement<number> {
  return insertQueued({ uniqueLink, now: nowMs });
}

const insertQueued = prepareWrite((p: Params<{ uniqueLink: string; now: number }>) =>
  query
    .insert(processingEvents)
    .values({ imageId: imageUnder(p.uniqueLink), event: 'queued', createdAt: p.now }),
);

/** The id of the image under a link. */
export function imageUnder(uniqueLink: Slot<string>): SQL<number> {
  return sql<number>`(SELECT ${images.id} FROM ${images} WHERE ${eq(images.uniqueLink, uniqueLink)})`;
}
