import { and, eq, exists, isNotNull, ne, sql } from 'drizzle-orm';
import { KeyRanges } from '../../db/key-ranges.ts';
import { notExistsIn, query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { albumImages, albums } from '../../db/schema/albums.ts';
import { images } from '../../db/schema/images.ts';
import { USER_RANGES } from '../accounting/counts.ts';
import { countOf } from '../accounting/amounts.ts';
import type { Repair } from './finding.ts';
import { rowsWhere, type RuleGroup, type WorkRule } from './work-rule.ts';

const ALBUM_RANGES = new KeyRanges(albums.id);

const repair = (id: string): Repair => ({ action: 'repair_album', albumId: Number(id) });

const isOfAlbum = eq(albumImages.albumId, albums.id);

export const ALBUM_RULES: RuleGroup = {
  ranges: ALBUM_RANGES,
  rules: [
    {
      subject: 'album',
      problem: 'has an image of another user',
      select: rowsWhere(ALBUM_RANGES, () =>
        exists(
          query
            .select({ one: sql`1` })
            .from(albumImages)
            .innerJoin(images, eq(images.id, albumImages.imageId))
            .where(and(isOfAlbum, ne(images.userId, albums.userId))),
        ),
      ),
      repair,
    },
    {
      subject: 'album',
      problem: 'does not count its images',
      select: rowsWhere(ALBUM_RANGES, () => ne(albums.imageCount, countOf(albumImages, isOfAlbum))),
      repair,
    },
    {
      subject: 'album',
      problem: 'has a cover that is not in it',
      select: rowsWhere(ALBUM_RANGES, () =>
        and(
          isNotNull(albums.coverImageId),
          notExistsIn(albumImages, and(isOfAlbum, eq(albumImages.imageId, albums.coverImageId))),
        ),
      ),
      repair,
    },
  ],
};

export const ALBUM_COUNT_RULE: WorkRule = {
  subject: 'user',
  problem: 'has another number of albums than is counted',
  select: rowsWhere(USER_RANGES, () =>
    ne(users.albumCount, countOf(albums, eq(albums.userId, users.id))),
  ),
  repair: (id) => ({ action: 'recount_albums', userId: Number(id) }),
};
