import { query } from '../../db/query.ts';
import { processingEvents, type ProcessingEvent } from '../../db/schema/jobs.ts';
import { prepareWrite, type Slots, type Statement } from '../../db/statement.ts';

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
  ({
    imageId,
    event,
    detail,
    now,
  }: Slots<{ imageId: number; event: ProcessingEvent; detail: string | null; now: number }>) =>
    query.insert(processingEvents).values({ imageId, event, detail, createdAt: now }),
);
