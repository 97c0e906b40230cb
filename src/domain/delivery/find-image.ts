import { statement, type Database } from '../../db/database.ts';
import type { Visibility } from '../../db/schema/images.ts';
import type { VariantKind } from '../../lib/variants.ts';
import type { TokenTimes } from '../images/tokens/judge-token.ts';

/** An image as delivery knows it, with the one variant that was asked for. */
export interface FoundImage {
  readonly id: number;
  readonly userId: number;
  readonly visibility: Visibility;
  readonly pipelineVersion: number;
  readonly filename: string;
  readonly variant: StoredVariant;
  /** The presented token as this image knows it; null when none was presented or it is not this image's. */
  readonly token: TokenTimes | null;
}

export interface StoredVariant {
  readonly objectKey: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: number;
}

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly visibility: Visibility;
  readonly pipeline_version: number;
  readonly filename: string;
  readonly object_key: string;
  readonly mime_type: string;
  readonly size: number;
  readonly sha256: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

// An image in work, a failed one and one whose owner is being deleted have no link.
const FIND = `
  SELECT i.id, i.user_id, i.visibility, i.pipeline_version, i.filename,
    v.object_key, v.mime_type, v.size, v.sha256, v.created_at, t.expires_at, t.revoked_at
  FROM images i
  JOIN users u ON u.id = i.user_id AND u.status <> 'deleting'
  JOIN image_variants v ON v.image_file_id = i.image_file_id AND v.kind = ?
  LEFT JOIN image_tokens t ON t.token_hash = ? AND t.image_id = i.id
  WHERE i.unique_link = ? AND i.processing_status = 'completed'`;

/**
 * Finds a published image by its unique link, in one round trip, with what it knows of the token of this hash; null
 * when it has none to show.
 */
export const findImage = async (
  db: Database,
  uniqueLink: string,
  kind: VariantKind,
  tokenHash: string | null = null,
): Promise<FoundImage | null> => {
  const [row] = await db.all<Row>(statement(FIND, kind, tokenHash, uniqueLink));
  if (row === undefined) return null;
  return {
    id: row.id,
    userId: row.user_id,
    visibility: row.visibility,
    pipelineVersion: row.pipeline_version,
    filename: row.filename,
    variant: {
      objectKey: row.object_key,
      mimeType: row.mime_type,
      size: row.size,
      sha256: row.sha256,
      createdAt: row.created_at,
    },
    token:
      row.expires_at === null ? null : { expiresAt: row.expires_at, revokedAt: row.revoked_at },
  };
};
