import { and, eq, sql, type SQL } from 'drizzle-orm';
import { limitTo, selectFields } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, type Params, type Statement } from '../../db/statement.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';
import { inOrder, isBehind } from './list-order.ts';
import {
  ifIndexed,
  orderedImages,
  prepareByShape,
  toValues,
  type ListRange,
  type ListShape,
  type RangeValues,
} from './list-range.ts';
import {
  HAS_TOO_MANY_CAMERAS,
  MATCHED_FIELDS,
  matches,
  mayMatch,
  selectCameras,
  toTerms,
  type TermValues,
} from './search-matches.ts';

/** Up to this many index matches, all images are read and sorted; with more, the sorted list is walked. */
const MATCHES_MAX = 1000;
/** Images that one page reads while it walks the list. A page that ends there may be short or empty. */
const WALK_MAX = 5000;

/** A matching image, the last image that the page read, or both. */
export interface SearchRow extends ListedImage {
  readonly matches: 0 | 1;
  readonly isLimit: 0 | 1;
}

/**
 * The first `rows` images of a range of a user's list that match a folded term, in order.
 *
 * - In an indexed library, the indexes of substrings, cameras and dates find a rare term: its images are read, checked and
 *   sorted, and so are those whose texts exceed the index.
 * - A walk of the sorted list serves other libraries, and soon meets a frequent term. Otherwise it ends after WALK_MAX
 *   images with a row from which the next page goes on.
 * - Both return the same list, so pages may switch.
 */
export function searchImages(
  userId: number,
  term: string,
  range: ListRange,
  rows: number,
): Statement<SearchRow[]> {
  return searchByShape(range)({ ...toValues(userId, range, rows), ...toTerms(term) });
}

type SearchValues = RangeValues & TermValues;

const searchByShape = prepareByShape((shape) =>
  prepareAll((p: Params<SearchValues>) => {
    const page = { id: sql`page.id`, value: sql`page.value` };
    const fields = {
      matches: sql`page.matches`,
      isLimit: sql`page.is_limit`,
      ...LISTED_FIELDS,
    };
    return sql<SearchRow>`WITH
      indexed AS MATERIALIZED (SELECT ${ifIndexed(p.userId, true)} AS owner),
      cameras AS MATERIALIZED (${selectCameras(sql`(SELECT owner FROM indexed)`)}),
      dense AS MATERIALIZED (SELECT owner IS NULL OR ${HAS_TOO_MANY_CAMERAS} OR EXISTS (
        SELECT 1 FROM (${mayMatch(sql`owner`, p, sql`UNION ALL`)}) LIMIT 1 OFFSET ${MATCHES_MAX}) AS yes FROM indexed),
      looked_up AS (${lookUp(shape, p)}),
      walked AS (${walk(shape, p)}),
      page AS (
        SELECT * FROM looked_up
        UNION ALL
        SELECT * FROM (SELECT * FROM walked WHERE matches OR is_limit LIMIT ${limitTo(p.rows)}))
      SELECT ${selectFields(fields)} FROM page CROSS JOIN ${images} ON ${eq(images.id, page.id)}
      ORDER BY ${inOrder(shape.order, page.value, page.id)}`;
  }),
);

function lookUp({ order, visibility, isFirst }: ListShape, p: Params<SearchValues>): SQL {
  const column = images[order.field];
  const position = sql`(${p.value}, ${p.id})`;
  const where = and(
    matches(MATCHED_FIELDS, p),
    visibility === null ? undefined : eq(images.visibility, visibility),
    isFirst ? undefined : isBehind(order, sql`(${column}, ${images.id})`, position),
  );
  const owner = sql`(SELECT CASE yes WHEN 0 THEN ${p.userId} END FROM dense)`;
  return sql`SELECT ${images.id} AS id, ${column} AS value, 1 AS matches, 0 AS is_limit
    FROM (${mayMatch(owner, p, sql`UNION`)}) AS place
    CROSS JOIN ${images} ON ${images.id} = place.id
    WHERE ${where} ORDER BY ${inOrder(order, column, images.id)} LIMIT ${limitTo(p.rows)}`;
}

function walk(shape: ListShape, p: Params<SearchValues>): SQL {
  const { field } = shape.order;
  const owner = sql`(SELECT CASE yes WHEN 1 THEN ${p.userId} END FROM dense)`;
  const fields = { id: images.id, ...MATCHED_FIELDS, [field]: images[field] };
  const list = orderedImages(fields, shape, owner, {
    value: p.value,
    id: p.id,
    rows: sql`${WALK_MAX}`,
  });
  const seen = {
    searchText: sql.identifier('searchText'),
    camera: sql.identifier('camera'),
    takenAt: sql.identifier('takenAt'),
  };
  const value = sql.identifier(field);
  return sql`SELECT id, ${value} AS value, ${matches(seen, p)} AS matches,
      row_number() OVER () = ${WALK_MAX} AS is_limit
    FROM (${list} LIMIT ${WALK_MAX})`;
}
