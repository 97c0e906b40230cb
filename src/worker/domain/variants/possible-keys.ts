import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { LEGACY_KINDS, VARIANT_KINDS } from '../../../shared/variants.ts';
import { query } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { keyOf, type FileOwner } from './stored-variants.ts';

/** All keys that an image may have in the bucket, as `key`, of images or of the trash where the condition holds. */
export function possibleKeys(where: SQL | undefined, owner: FileOwner = images) {
  const names = sql`iif(${owner.pipelineVersion} = 1, ${JSON.stringify(LEGACY_NAMES)}, ${JSON.stringify(NAMES)})`;
  return query
    .select({
      key: sql<string>`${imageFiles.storagePath} || '/' || ${owner.uniqueLink} || '/' || name.value`.as(
        'key',
      ),
    })
    .from(owner)
    .innerJoin(imageFiles, eq(imageFiles.id, owner.imageFileId))
    .innerJoin(sql`json_each(${names}) AS name`, sql`true`)
    .where(and(where, isNotNull(imageFiles.storagePath)));
}

const NAMES = VARIANT_KINDS.map((kind) => nameOf(keyOf('', '', kind)));
const LEGACY_NAMES = LEGACY_KINDS.map((kind) => nameOf(keyOf('', '', kind)));

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

interface KeyedImage {
  readonly pipelineVersion: number;
  readonly uniqueLink: string;
  /** Null without packed variants. */
  readonly storagePath: string | null;
}

/** Those of one image. */
export function listPossibleKeys({
  pipelineVersion,
  uniqueLink,
  storagePath,
}: KeyedImage): string[] {
  if (storagePath === null) return [];
  const kinds = pipelineVersion === 1 ? LEGACY_KINDS : VARIANT_KINDS;
  return kinds.map((kind) => keyOf(storagePath, uniqueLink, kind));
}
