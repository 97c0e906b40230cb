import { and, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import type { KeyRange } from '../../db/key-ranges.ts';
import { query } from '../../db/query.ts';
import { uploadParts, uploadSessions } from '../../db/schema/uploads.ts';
import { prepareAll, prepareFirst, type Params } from '../../db/statement.ts';
import { STORED_PART_KINDS } from '../../../shared/variants.ts';
import { UPLOAD_RANGES } from '../accounting/counts.ts';
import { OPEN_STATUSES } from '../uploads/upload-state.ts';
import type { ConsistencyServices, Finding } from './finding.ts';

/** Uploaded parts must be in the bucket until they are published. */
export async function* checkParts(services: ConsistencyServices): AsyncGenerator<Finding> {
  const { db, objects } = services;
  for await (const range of UPLOAD_RANGES.walk(db)) {
    for (const { uploadId, kind, objectKey } of await db.run(selectNeededParts(range))) {
      if ((await objects.head(objectKey)) !== null) continue;
      // The upload may have ended since.
      const part = await db.run(selectNeededPart({ uploadId, kind }));
      if (part === null) continue;
      const repair =
        part.status === 'processing' ? null : ({ action: 'await_part', uploadId, kind } as const);
      const subject = `object ${objectKey}`;
      yield { subject, problem: `missing, session ${uploadId} needs it`, repair };
    }
  }
}

const PART_FIELDS = {
  uploadId: uploadParts.uploadId,
  kind: uploadParts.kind,
  objectKey: uploadParts.objectKey,
  status: uploadSessions.status,
};

const selectParts = (where: SQL | undefined) =>
  query
    .select(PART_FIELDS)
    .from(uploadSessions)
    .innerJoin(uploadParts, eq(uploadParts.uploadId, uploadSessions.uploadId))
    .where(
      and(
        where,
        eq(uploadParts.status, 'uploaded'),
        or(
          inArray(uploadSessions.status, OPEN_STATUSES),
          and(
            eq(uploadSessions.status, 'processing'),
            sql`${uploadParts.kind} NOT IN ${STORED_PART_KINDS}`,
          ),
        ),
      ),
    );

const selectNeededParts = prepareAll((p: Params<KeyRange>) =>
  selectParts(and(gt(uploadSessions.uploadId, p.after), lte(uploadSessions.uploadId, p.upTo))),
);

const selectNeededPart = prepareFirst((p: Params<{ uploadId: string; kind: string }>) =>
  selectParts(sql`(${uploadParts.uploadId}, ${uploadParts.kind}) = (${p.uploadId}, ${p.kind})`),
);
