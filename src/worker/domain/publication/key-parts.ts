import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { uploadParts } from '../../db/schema/uploads.ts';
import { MASTER_KIND, SOURCE_KIND } from '../../../shared/variants.ts';
import { legacyKeys, uploadKeys } from '../../storage/keys.ts';

/**
 * From which all of an upload's keys follow: of pipeline 1 the original, else two parts; all null without an upload.
 */
export interface LeadingKeys {
  readonly originalKey: string | null;
  readonly masterKey: string | null;
  readonly sourceKey: string | null;
}

/** Lists every key under which an upload may have left an object. */
export function listUploadKeys({ originalKey, masterKey, sourceKey }: LeadingKeys): string[] {
  if (originalKey !== null) return legacyKeys(originalKey);
  return masterKey === null || sourceKey === null ? [] : uploadKeys(masterKey, sourceKey);
}

/**
 * The parts of an upload from whose keys all others follow (see `uploadKeys`), as two joins; `uploadId` is the column
 * or the expression that names the upload. An upload of pipeline 1 has neither.
 */
export function keyParts(uploadId: SQLWrapper) {
  const master = alias(uploadParts, 'master');
  const source = alias(uploadParts, 'source');
  return {
    master,
    source,
    joinMaster: and(eq(master.uploadId, uploadId), eq(master.kind, MASTER_KIND)),
    joinSource: and(eq(source.uploadId, uploadId), eq(source.kind, SOURCE_KIND)),
  };
}
