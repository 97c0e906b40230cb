import { and, count, eq, gt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { assignments, limitTo, notExistsIn } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { trashedImages } from '../../db/schema/trash.ts';
import { prepareAll, prepareWrite, type Params } from '../../db/statement.ts';
import { titleOf } from '../../lib/base-name.ts';
import { textColumns } from '../texts/stored-texts.ts';
import { MOVED, type Task } from './task.ts';

/** Entries of the substring index that leave it in a chunk, about; one image has at most 320. */
const ENTRIES_PER_ROW = 10;

/**
 * Leaves out texts that follow from the filename, of the images in the library and in the trash, and completes search texts
 * that earlier versions have cut. As the position passes an image of a small library, the trigger
 * `image_suffixes_leave` deletes its entries of the substring index. The position is an image's id.
 */
export const slimImages: Task = async ({ db }, position, limit) => {
  const found = await db.run(selectAfter({ position, limit }));
  const rows = takeEntries(found, limit * ENTRIES_PER_ROW);
  const last = rows.at(-1);
  if (last === undefined) {
    // Until the end of the task a new image has the old form.
    return { next: position, rows: 0, statements: [requireNoneAfter({ position })], isLast: true };
  }
  return {
    next: last.id,
    rows: rows.length,
    statements: STORES.flatMap(({ requireSame, slim }, store) => {
      const own = rows.filter((row) => row.store === store);
      const texts = JSON.stringify(own.map(slimTexts));
      return own.length === 0 ? [] : [requireSame({ texts, rows: own.length }), slim({ texts })];
    }),
  };
};

interface FoundImage {
  readonly store: number;
  readonly id: number;
  readonly filename: string;
  readonly description: string;
  readonly wasTitle: string;
  readonly was: string;
}

function slimTexts({ id, filename, description, wasTitle, was }: FoundImage) {
  const title = wasTitle === '' ? titleOf(filename) : wasTitle;
  return { id, wasTitle, was, ...textColumns({ title, filename, description }).slim };
}

function takeEntries(found: readonly FoundImage[], most: number): readonly FoundImage[] {
  let entries = 0;
  const end = found.findIndex(({ was, filename, description }, index) => {
    entries += Math.max(was.length, filename.length + description.length);
    return index > 0 && entries > most;
  });
  return end === -1 ? found : found.slice(0, end);
}

const changed = (name: string) => sql`text.value ->> ${name}`;
const kept = ({ name }: { readonly name: string }) => sql`${trashedImages.image} ->> ${name}`;

interface Store {
  readonly table: typeof images | typeof trashedImages;
  readonly title: SQLWrapper;
  readonly searchText: SQLWrapper;
  readonly filename: SQLWrapper;
  readonly description: SQLWrapper;
  readonly changes: SQL;
}

const LIBRARY: Store = {
  table: images,
  title: images.title,
  searchText: images.searchText,
  filename: images.filename,
  description: images.description,
  changes: assignments(images, { title: changed('title'), searchText: changed('searchText') }),
};

const TRASH: Store = {
  table: trashedImages,
  title: kept(images.title),
  searchText: kept(images.searchText),
  filename: kept(images.filename),
  description: kept(images.description),
  changes: assignments(trashedImages, {
    image: sql`json_set(${trashedImages.image},
      ${`$.${images.title.name}`}, ${changed('title')}, ${`$.${images.searchText.name}`}, ${changed('searchText')})`,
  }),
};

const STORES = [prepareStore(LIBRARY), prepareStore(TRASH)] as const;

function prepareStore(store: Store) {
  const { table, changes } = store;
  const fromTexts = (texts: Params<{ texts: string }>['texts']) => ({
    source: sql`json_each(${texts}) AS text`,
    same: and(
      eq(table.id, changed('id')),
      sql`${store.title} = ${changed('wasTitle')}`,
      sql`${store.searchText} = ${changed('was')}`,
    ),
  });
  return {
    /** One may have been edited, deleted or moved since. */
    requireSame: prepareGuard(MOVED, (p: Params<{ texts: string; rows: number }>) => {
      const { source, same } = fromTexts(p.texts);
      return sql`(SELECT ${count()} = ${p.rows} FROM ${source} CROSS JOIN ${table} WHERE ${same})`;
    }),
    slim: prepareWrite((p: Params<{ texts: string }>) => {
      const { source, same } = fromTexts(p.texts);
      return sql`UPDATE ${table} SET ${changes} FROM ${source} WHERE ${same}`;
    }),
  };
}

/** Of both at one moment: an image that moves between them is in one. */
const selectAfter = prepareAll((p: Params<{ position: number; limit: number }>) => {
  const parts = [LIBRARY, TRASH].map(
    ({ table, title, searchText, filename, description }, index) => sql`
      SELECT ${sql.raw(String(index))} AS store, ${table.id} AS id, ${filename} AS filename,
        ${description} AS description, ${title} AS "wasTitle", ${searchText} AS was
      FROM ${table} WHERE ${table.id} > ${p.position}`,
  );
  return sql<FoundImage>`${sql.join(parts, sql` UNION ALL`)} ORDER BY 2 LIMIT ${limitTo(p.limit)}`;
});

const requireNoneAfter = prepareGuard(
  MOVED,
  (p: Params<{ position: number }>) =>
    sql`${notExistsIn(images, gt(images.id, p.position))} AND ${notExistsIn(trashedImages, gt(trashedImages.id, p.position))}`,
);
