import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { uploadParts } from '../../db/schema/uploads.ts';

/**
 * The parts of an upload from whose keys all others follow (see `uploadKeys`), as two joins; `uploadId` is the column
 * or the expression that names the upload.
 */
export function keyParts(uploadId: SQLWrapper) {
  const master = alias(uploadParts, 'master');
  const source = alias(uploadParts, 'source');
  return {
    master,
    source,
    joinMaster: and(eq(master.uploadId, uploadId), eq(master.kind, 'master')),
    joinSource: and(eq(source.uploadId, uploadId), eq(source.kind, 'publish_source')),
  };
}
