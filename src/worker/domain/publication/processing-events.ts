import { query } from '../../db/query.ts';
import { processingEvents, type ProcessingEvent } from '../../db/schema/jobs.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';

export interface ProcessingRecord {
  readonly imageId: number;
  readonly event: ProcessingEvent;
  /** The error, or the administrator who asked. */
  readonly detail: string | null;
}

export function recordProcessing(
  { imageId, event, detail }: ProcessingRecord,
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
