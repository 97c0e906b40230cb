import { getTableColumns } from 'drizzle-orm';
import {
  images,
  PROCESSING_STATUSES,
  VISIBILITIES,
  type ImageRow,
  type Visibility,
} from '../../db/schema/images.ts';

export { PROCESSING_STATUSES, VISIBILITIES, type Visibility };

/** Without search text and failure. */
export type ListedImage = Omit<ImageRow, 'searchText' | keyof typeof FAILURE_FIELDS>;

const { searchText: _, failureCode, failureMessage, ...fields } = getTableColumns(images);

export const LISTED_FIELDS = fields;

export const FAILURE_FIELDS = { failureCode, failureMessage };
