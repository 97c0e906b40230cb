import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { uploadParts } from '../../db/schema/uploads.ts';
import { MASTER_KIND, SOURCE_KIND } from '../../../shared/variants.ts';
import { legacyKeys, uploadKeys } from '../../storage/keys.ts';

/** All keys of an upload follow from these, by pipeline. All are null without an upload. */
export interface LeadingKeys {
  readonly originalKey: string | null;
  readonly masterKey: string | null;
  readonly sourceKey: string | null;
}

export function listUploadKeys({ originalKey, masterKey, sourceKey }: LeadingKeys): string[] {
  if (originalKey !== null) return legacyKeys(originalKey);
  return masterKey === null || sourceKey === null ? [] : uploadKeys(masterKey, sourceKey);
}

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
