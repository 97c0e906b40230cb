import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { RANGE_ROWS } from '../../db/key-ranges.ts';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';

/**
 * A part of one user's images, in the order of `images_by_created_at`. SQLite seeks it by the time alone, so that images of
 * one moment are read with it.
 */
export type OwnRange = {
  readonly visibility: string;
  readonly afterTime: number;
  readonly afterId: number;
  readonly upToTime: number;
  readonly upToId: number;
};

const LOWEST = { afterTime: -1, afterId: -1 };
const HIGHEST = { upToTime: Number.MAX_SAFE_INTEGER, upToId: Number.MAX_SAFE_INTEGER };

/** At most `max` of each visibility, which hold every image of a user, later ones too. */
export async function findOwnRanges(
  db: Database,
  userId: number,
  max: number,
): Promise<OwnRange[]> {
  const found: OwnRange[] = [];
  for (const visibility of images.visibility.enumValues) {
    const ranges: OwnRange[] = [];
    for (let after = LOWEST; ;) {
      const end = await db.run(selectOwnEnd({ userId, visibility, ...after }));
      ranges.push({ visibility, ...after, ...(end ?? HIGHEST) });
      if (end === null) break;
      after = { afterTime: end.upToTime, afterId: end.upToId };
    }
    found.push(...join(ranges, Math.ceil(ranges.length / max)));
  }
  return found;
}

/** Each `count` of them, one behind the other, as one range. */
function join(ranges: readonly OwnRange[], count: number): OwnRange[] {
  return ranges.flatMap((first, index) => {
    if (index % count !== 0) return [];
    const { upToTime, upToId } = ranges.slice(index, index + count).at(-1) ?? first;
    return [{ ...first, upToTime, upToId }];
  });
}

const selectOwnEnd = prepareFirst(
  (p: Params<{ userId: number; visibility: string; afterTime: number; afterId: number }>) =>
    query
      .select({ upToTime: images.createdAt, upToId: images.id })
      .from(images)
      .where(
        and(
          eq(images.userId, p.userId),
          sql`${images.visibility} = ${p.visibility}`,
          sql`(${images.createdAt}, ${images.id}) > (${p.afterTime}, ${p.afterId})`,
        ),
      )
      .orderBy(asc(images.createdAt), asc(images.id))
      .limit(1)
      .offset(RANGE_ROWS - 1),
);
