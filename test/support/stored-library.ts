import { libraryStatements, nextImageId } from './library.ts';
import type { Person } from './people.ts';
import { runBatch, statement } from './sql.ts';
import type { TestWorker } from './worker.ts';

/** Inserts a library of small masters for an account; returns the first id. */
export const seedStoredLibrary = async (
  { env, services }: TestWorker,
  { userId }: Pick<Person, 'userId'>,
  count: number,
): Promise<number> => {
  const from = await nextImageId(services.db);
  await runBatch(services.db, [
    ...libraryStatements({ userId, count, from, prefix: 'A' }),
    statement(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       SELECT image_file_id, 'master', 'library/' || id || '/master.webp', 'image/webp', 64, printf('%064d', id), 1, 1, 0
       FROM images WHERE user_id = ?`,
      userId,
    ),
    statement(
      'UPDATE users SET image_count = ?, storage_used = ? WHERE id = ?',
      count,
      64 * count,
      userId,
    ),
  ]);
  for (let id = from; id < from + count; id += 50) {
    const ids = Array.from({ length: Math.min(50, from + count - id) }, (_, offset) => id + offset);
    await Promise.all(
      ids.map((one) =>
        env.BUCKET.put(`library/${String(one)}/master.webp`, `master ${String(one)}`),
      ),
    );
  }
  return from;
};
