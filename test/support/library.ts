import type { Database } from '../../src/worker/db/database.ts';
import { readRows, statement, type RawStatement } from './sql.ts';

export interface LibraryOptions {
  readonly userId: number;
  readonly count: number;
  /** Ids, and numbers in names, count up from here; at least 1. */
  readonly from: number;
  /** Two libraries in one database need links of their own. */
  readonly prefix?: string;
}

/**
 * Rows of many images, made by the database itself: every third is private, created in pairs a second apart, mostly
 * without views. Each is called IMG_<number> and every thousandth's description mentions a heron. For lists alone: the
 * totals do not count them.
 */
export const libraryStatements = ({
  userId,
  count,
  from,
  prefix = 'L',
}: LibraryOptions): RawStatement[] => {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers
    WHERE n < ${from + count - 1})`;
  return [
    statement(
      `INSERT INTO image_files (id, size, created_at) ${numbers} SELECT n, 0, n FROM numbers`,
    ),
    statement(`INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, description, visibility,
        pipeline_version, processing_status, view_count, ranked_views, width, height, file_size, published_at, created_at, updated_at,
        title_key, search_text)
      ${numbers}
      SELECT n, ${userId}, n, printf('${prefix}%011d', n), printf('IMG_%07d', n), printf('IMG_%07d.jpg', n),
        iif(n % 1000 = 0, 'a heron', ''), iif(n % 3 = 0, 'private', 'public'), 2, 'completed',
        iif(n % 4 = 0, n * 7919 % 5000, 0), iif(n % 4 = 0, n * 7919 % 5000, 0), 4000, 3000, 1000000 + n * 104729 % 4000000, n / 2 * 1000, n / 2 * 1000,
        n / 2 * 1000, printf('img_%07d', n),
        printf('img_%07d.jpg', n) || iif(n % 1000 = 0, char(31) || 'a heron', '')
      FROM numbers`),
  ];
};

/** An id above those of all images and files that there have ever been: ids go on counting from file to file. */
export const nextImageId = async (db: Database): Promise<number> => {
  const [row] = await readRows<{ next: number }>(
    db,
    statement(
      "SELECT 1 + coalesce(max(seq), 0) AS next FROM sqlite_sequence WHERE name IN ('images', 'image_files')",
    ),
  );
  return row?.next ?? Number.NaN;
};
