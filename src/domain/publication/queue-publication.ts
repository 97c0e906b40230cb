import { eq, sql, type SQL } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { processingEvents, publicationJobs } from '../../db/schema/jobs.ts';
import {
  prepareOne,
  prepareWrite,
  type Slot,
  type Slots,
  type Statement,
} from '../../db/statement.ts';

interface NewPublication {
  readonly uniqueLink: string;
  readonly uploadId: string;
  readonly now: number;
}

/** Queues the publication of the image under a link, in the batch that makes the image; returns the job's id. */
export function queuePublication({ uniqueLink, uploadId, now }: NewPublication): {
  readonly job: Statement<{ id: number }>;
  readonly event: Statement<number>;
} {
  return { job: insertJob({ uniqueLink, uploadId, now }), event: insertEvent({ uniqueLink, now }) };
}

const insertJob = prepareOne(
  ({ uniqueLink, uploadId, now }: Slots<{ uniqueLink: string; uploadId: string; now: number }>) =>
    query
      .insert(publicationJobs)
      .values({
        imageId: imageUnder(uniqueLink),
        uploadId,
        status: 'queued',
        runAfter: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: publicationJobs.id }),
);

const insertEvent = prepareWrite(
  ({ uniqueLink, now }: Slots<{ uniqueLink: string; now: number }>) =>
    query
      .insert(processingEvents)
      .values({ imageId: imageUnder(uniqueLink), event: 'queued', createdAt: now }),
);

function imageUnder(uniqueLink: Slot<string>): SQL<number> {
  return sql<number>`(SELECT ${images.id} FROM ${images} WHERE ${eq(images.uniqueLink, uniqueLink)})`;
}
