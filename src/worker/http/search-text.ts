import { z } from '@hono/zod-openapi';
import { countCodePoints, SEARCH_MAX_CODE_POINTS } from '../../shared/entry-rules.ts';

/** A query parameter that a list is searched for; '' for all entries. */
export function searchText(description: string) {
  return z
    .string()
    .refine((text) => countCodePoints(text) <= SEARCH_MAX_CODE_POINTS, {
      message: `must have at most ${SEARCH_MAX_CODE_POINTS} characters`,
    })
    .default('')
    .openapi({ maxLength: SEARCH_MAX_CODE_POINTS, description });
}
