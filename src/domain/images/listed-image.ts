import { getTableColumns } from 'drizzle-orm';
import { images, type ImageRow } from '../../db/schema/images.ts';

/** An image as lists and details show it: its row without what is there for searching. */
export type ListedImage = Omit<ImageRow, 'searchText'>;

const { searchText: _, ...fields } = getTableColumns(images);

/** Its columns, for drizzle. */
export const LISTED_FIELDS = fields;

/** Its columns in SQL, under the names of its fields. */
export const LISTED_COLUMNS = Object.entries(fields)
  .map(([field, column]) => `images.${column.name} AS ${field}`)
  .join(', ');
