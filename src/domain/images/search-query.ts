import { statement, type Statement } from '../../db/database.ts';
import { orderedImages, type Fragment, type OrderedRange } from './list-order.ts';
import { LISTED_COLUMNS, type ListedImage } from './listed-image.ts';

/** Characters of a row of `image_suffixes` (migration 0005). */
const SUFFIX_LENGTH = 12;
/** Up to so many places with the term, all of its images are looked up and sorted; beyond, the list is walked. */
const MATCHES_MAX = 1000;
/** Images that one page looks at while it walks the list; a page that ends there may be short, or empty. */
export const WALK_MAX = 5000;
/** Behind a prefix it ends the range of the suffixes that start so: none is as long. */
const RANGE_END = '\u{10FFFF}'.repeat(SUFFIX_LENGTH);

/** A row of a search: an image that matches, or the last one that the page could look at, or both. */
export interface FoundImage extends ListedImage {
  readonly matches: 0 | 1;
  readonly isLimit: 0 | 1;
}

/**
 * One page of the images that contain a folded term, in order.
 *
 * A term in few places is found by the substring index: its images are read, checked and sorted. A term in many
 * places is dense, so walking the sorted list meets it soon; should it not, the walk ends after WALK_MAX images with
 * a row that says so, where the next page goes on. Either way gives the same list, so that pages may change
 * ways between them. The index is asked for the end of a long term: the ends of file names tell them apart.
 */
export const searchStatement = (
  userId: number,
  term: string,
  { order, visibility, after }: Omit<OrderedRange, 'owner'>,
  rows: number,
): Statement => {
  const { column, direction } = order;
  const seed = Array.from(term).slice(-SUFFIX_LENGTH).join('');
  const range = [seed, seed + RANGE_END];
  const filters: Fragment[] = [
    ...(visibility === null ? [] : [{ text: 'images.visibility = ?', values: [visibility] }]),
    ...(after === null
      ? []
      : [
          {
            text: `(images.${column}, images.id) ${order.after} (?, ?)`,
            values: [after.value, after.id],
          },
        ]),
  ];
  const walk = orderedImages('images.id, images.search_text', {
    order,
    owner: { text: '(SELECT CASE yes WHEN 1 THEN ? END FROM dense)', values: [userId] },
    visibility,
    after,
  });
  return statement(
    `WITH dense AS MATERIALIZED (
       SELECT EXISTS (SELECT 1 FROM image_suffixes WHERE user_id = ? AND suffix >= ? AND suffix < ?
         LIMIT 1 OFFSET ${MATCHES_MAX}) AS yes),
     looked_up AS (
       SELECT images.id, images.${column} AS sort_value, 1 AS matches, 0 AS is_limit
       FROM (SELECT DISTINCT image_id FROM image_suffixes
         WHERE user_id = (SELECT CASE yes WHEN 0 THEN ? END FROM dense) AND suffix >= ? AND suffix < ?) AS place
       CROSS JOIN images ON images.id = place.image_id
       WHERE instr(images.search_text, ?) > 0 ${filters.map(({ text }) => `AND ${text}`).join(' ')}
       ORDER BY sort_value ${direction}, images.id ${direction} LIMIT ${rows}),
     walked AS (
       SELECT id, sort_value, instr(search_text, ?) > 0 AS matches, row_number() OVER () = ${WALK_MAX} AS is_limit
       FROM (${walk.text} LIMIT ${WALK_MAX})),
     page AS (
       SELECT * FROM looked_up
       UNION ALL
       SELECT * FROM (SELECT * FROM walked WHERE matches OR is_limit LIMIT ${rows}))
     SELECT page.matches, page.is_limit AS isLimit, ${LISTED_COLUMNS} FROM page CROSS JOIN images ON images.id = page.id
     ORDER BY page.sort_value ${direction}, page.id ${direction}`,
    userId,
    ...range,
    userId,
    ...range,
    term,
    ...filters.flatMap(({ values }) => values),
    term,
    ...walk.values,
  );
};
