import { desc, eq, lt, type SQL } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { parseLink, parsePageLink } from '../links/parse-link.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';
import { LISTED_FIELDS, type ListedImage } from './listed-image.ts';

export interface AllImagesQuery {
  /** '' starts with the newest. */
  readonly cursor: string;
  readonly limit: number;
}

export const LIST_ALL_IMAGES_ERRORS = READ_CURSOR_ERRORS;

/** The images of all accounts, the newest first, in the order of their ids: a page reads its own rows. */
export async function listAllImages(
  { db }: Pick<Services, 'db'>,
  { cursor, limit }: AllImagesQuery,
): Promise<ListPage<ListedImage>> {
  const [before] = readCursor<[number]>(cursor, [Number.MAX_SAFE_INTEGER]);
  const rows = await db.run(selectNewest({ before, limit: limit + 1 }));
  return takePage(rows, limit, ({ id }) => [id]);
}

/**
 * The images that a link of this service may name: none, or one, whatever its visibility now.
 * @param link an address, a path, or the alias alone; of a file, a rendition or a share page.
 */
export async function findByLink(
  { db }: Pick<Services, 'db'>,
  link: string,
): Promise<readonly ListedImage[]> {
  const uniqueLink = readUniqueLink(link.trim());
  return uniqueLink === null ? [] : db.run(selectByLink({ uniqueLink }));
}

function readUniqueLink(link: string): string | null {
  // Any origin: the service may have had another.
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  const whole = path.startsWith('/') ? path : `/i/${path}`;
  return (parseLink(whole) ?? parsePageLink(whole))?.uniqueLink ?? null;
}

const selectNewest = prepareAll((p: Params<{ before: number; limit: number }>) =>
  selectWhere(lt(images.id, p.before)).orderBy(desc(images.id)).limit(limitTo(p.limit)),
);

const selectByLink = prepareAll((p: Params<{ uniqueLink: string }>) =>
  selectWhere(eq(images.uniqueLink, p.uniqueLink)),
);

function selectWhere(condition: SQL) {
  return query.select(LISTED_FIELDS).from(images).where(condition);
}
