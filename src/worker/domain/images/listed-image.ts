import { getTableColumns } from 'drizzle-orm';
import {
  images,
  PROCESSING_STATUSES,
  VISIBILITIES,
  type ImageRow,
  type Visibility,
} from '../../db/schema/images.ts';
import { imageTitle } from '../texts/stored-texts.ts';

export { PROCESSING_STATUSES, VISIBILITIES, type Visibility };

/** Without failure and columns for lists alone. */
export type ListedImage = Omit<
  ImageRow,
  'searchText' | 'isLarge' | 'rankedViews' | keyof typeof FAILURE_FIELDS
>;

const {
  searchText: _text,
  isLarge: _mark,
  rankedViews: _rank,
  failureCode,
  failureMessage,
  ...fields
} = getTableColumns(images);

export const LISTED_FIELDS = { ...fields, title: imageTitle };

export const FAILURE_FIELDS = { failureCode, failureMessage };
