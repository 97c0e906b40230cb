import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { assignments, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { imageTitle, textColumns } from '../texts/stored-texts.ts';
import { MOVED, type Task } from './task.ts';

/** Entries of the substring index that leave it in a chunk, about; one image has at most 320. */
const ENTRIES_PER_ROW = 10;

/**
 * Leaves out texts that follow from the filename. As the position passes an image of a small library, the trigger
 * `image_suffixes_leave` deletes its entries of the substring index. The position is an image's id.
 */
export const slimImages: Task = async ({ db }, position, limit) => {
  const found = await db.run(selectAfter({ position, limit }));
  const rows = takeEntries(found, limit * ENTRIES_PER_ROW);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const texts = JSON.stringify(
    rows.map(({ id, wasTitle, was, ...image }) => ({
      id,
      wasTitle,
      was,
      ...textColumns(image).slim,
    })),
  );
  return {
    next: last.id,
    rows: rows.length,
    statements: [requireSameTexts({ texts, rows: rows.length }), slim({ texts })],
  };
};

type FoundImage = ReturnType<ReturnType<typeof selectAfter>['read']>[number];

function takeEntries(found: readonly FoundImage[], most: number): readonly FoundImage[] {
  let entries = 0;
  const end = found.findIndex(({ was, filename, description }, index) => {
    entries += Math.max(was.length, filename.length + description.length);
    return index > 0 && entries > most;
  });
  return end === -1 ? found : found.slice(0, end);
}

const selectAfter = prepareAll((p: Params<{ position: number; limit: number }>) =>
  query
    .select({
      id: images.id,
      title: imageTitle,
      filename: images.filename,
      description: images.description,
      wasTitle: images.title,
      was: images.searchText,
    })
    .from(images)
    .where(gt(images.id, p.position))
    .orderBy(asc(images.id))
    .limit(p.limit),
);

const field = (name: string) => sql`text.value ->> ${name}`;

function fromTexts(texts: Params<{ texts: string }>['texts']) {
  const same = and(
    eq(images.id, field('id')),
    eq(images.title, field('wasTitle')),
    eq(images.searchText, field('was')),
  );
  return { source: sql`json_each(${texts}) AS text`, same };
}

/** One may have been edited or deleted since. */
const requireSameTexts = prepareGuard(MOVED, (p: Params<{ texts: string; rows: number }>) => {
  const { source, same } = fromTexts(p.texts);
  return sql`(SELECT ${count()} = ${p.rows} FROM ${source} CROSS JOIN ${images} WHERE ${same})`;
});

const slim = prepareWrite((p: Params<{ texts: string }>) => {
  const { source, same } = fromTexts(p.texts);
  const values = assignments(images, { title: field('title'), searchText: field('searchText') });
  return sql`UPDATE ${images} SET ${values} FROM ${source} WHERE ${same}`;
});
