import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { imageFiles, images } from '../../db/schema/images.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { sourceKeyOf } from '../variants/source-key.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';

/**
 * A user's images of a file, the newest first. Not those in the trash, which have no row, and not those whose publication
 * has failed: neither can be shown instead of an upload.
 * @param sha256 of the file, in hexadecimal.
 */
export async function findCopies(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  sha256: string,
  rows: number,
): Promise<readonly ListedImage[]> {
  return db.run(selectCopies({ userId, key: await sourceKeyOf(userId, sha256), rows }));
}

const selectCopies = prepareAll((p: Params<{ userId: number; key: string; rows: number }>) =>
  query
    .select(LISTED_FIELDS)
    .from(imageFiles)
    .innerJoin(images, eq(images.imageFileId, imageFiles.id))
    .where(
      and(
        eq(imageFiles.sourceKey, sql`unhex(${p.key})`),
        eq(images.userId, p.userId),
        ne(images.processingStatus, 'failed'),
      ),
    )
    .orderBy(desc(imageFiles.id))
    .limit(limitTo(p.rows)),
);
