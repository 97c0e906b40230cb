import { and, inArray, sql } from 'drizzle-orm';
import { jsonValues, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { minus, prepareTotalsChange } from '../accounting/change-totals.ts';
import { prepareKeptCount } from '../accounting/count-albums.ts';
import type { Actor } from '../actor.ts';
import { insertKeptImages, insertKeptRows } from '../images/kept-rows.ts';
import type { Services } from '../services.ts';
import { restoreCovers } from './restore-covers.ts';
import {
  isChosen,
  requireActive,
  whileActive,
  WRITE_TRASH_ERRORS,
  type OwnChoice,
} from './trash-access.ts';

export const RESTORE_IMAGES_ERRORS = WRITE_TRASH_ERRORS;

/**
 * Brings images back with their links, visibility, tokens, share links, views and places in albums, also as covers. Ids
 * that are not in the caller's trash are left out. Returns those that are in the library now, also by an earlier call.
 */
export async function restoreImages(
  { clock, db, negativeCache }: Pick<Services, 'clock' | 'db' | 'negativeCache'>,
  { userId }: Pick<Actor, 'userId'>,
  imageIds: readonly number[],
): Promise<number[]> {
  const choice = { userId, imageIds, now: clock.now() };
  const { restored } = await whileActive(
    db.batch({
      isActive: requireActive({ userId }),
      totals: addRestored(choice),
      images: insertImages(choice),
      tokens: insertTokens(choice),
      links: insertLinks(choice),
      jobs: insertJobs(choice),
      counted: countPlaces(choice),
      places: insertPlaces(choice),
      covers: restoreCovers(choice),
      trash: deleteChosen(choice),
      restored: selectRestored({ userId, imageIds }),
    }),
  );
  for (const { uniqueLink } of restored) negativeCache.invalidate(uniqueLink);
  return restored.map(({ id }) => id);
}

const addRestored = prepareTotalsChange((p: Params<OwnChoice>) => {
  const count = sql`(SELECT count(*) FROM ${trashedImages} WHERE ${isChosen(p)})`;
  const views = sql`coalesce(sum(${trashedImages.image} ->> ${images.viewCount.name}), 0)`;
  return {
    userId: p.userId,
    images: count,
    trashed: minus(count),
    views: sql`(SELECT ${views} FROM ${trashedImages} WHERE ${isChosen(p)})`,
  };
});

const insertImages = prepareWrite((p: Params<OwnChoice>) => insertKeptImages(isChosen(p)));
const insertTokens = prepareWrite((p: Params<OwnChoice>) =>
  insertKeptRows('imageTokens', isChosen(p)),
);
const insertLinks = prepareWrite((p: Params<OwnChoice>) =>
  insertKeptRows('shareLinks', isChosen(p)),
);

/** A worker that has the lease of before has lost it. */
const insertJobs = prepareWrite((p: Params<OwnChoice>) =>
  insertKeptRows('publicationJobs', isChosen(p), {
    status: sql`'queued'`,
    leaseId: sql`NULL`,
    leaseExpiresAt: sql`NULL`,
    runAfter: p.now,
    updatedAt: p.now,
  }),
);

const countPlaces = prepareKeptCount(isChosen);
const insertPlaces = prepareWrite((p: Params<OwnChoice>) =>
  insertKeptRows('albumImages', isChosen(p)),
);

const deleteChosen = prepareWrite((p: Params<OwnChoice>) =>
  query.delete(trashedImages).where(isChosen(p)),
);

const selectRestored = prepareAll((p: Params<{ userId: number; imageIds: readonly number[] }>) =>
  query
    .select({ id: images.id, uniqueLink: images.uniqueLink })
    .from(images)
    .where(and(sql`+${images.userId} = ${p.userId}`, inArray(images.id, jsonValues(p.imageIds)))),
);
