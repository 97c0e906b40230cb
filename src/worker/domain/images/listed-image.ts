import { getTableColumns } from 'drizzle-orm';
import {
  images,
  PROCESSING_STATUSES,
  VISIBILITIES,
  type ImageRow,
  type Visibility,
} from '../../db/schema/images.ts';

export { PROCESSING_STATUSES, VISIBILITIES, type Visibility };

/** An image as lists and details show it: its row without what is there for searching, and without its failure. */
export type ListedImage = Omit<ImageRow, 'searchText' | keyof typeof FAILURE_FIELDS>;

const { searchText: _, failureCode, failureMessage, ...fields } = getTableColumns(images);

/** The columns of a listed image. */
export const LISTED_FIELDS = fields;

/** Why a failed image could not be published, for `readFailure`. */
export const FAILURE_FIELDS = { failureCode, failureMessage };
