import { z } from '@hono/zod-openapi';
import { CONDITION } from './describe-image.ts';

export const IfMatch = z.object({
  'If-Match': CONDITION.openapi({
    description:
      'The `ETag` of the texts that are to be changed. If they are others by now, nothing is changed (412, 3000)',
  }),
});

/** Adds the entity tag to the success of a route. */
export function tagged<Answers extends { readonly 200: object }>(answers: Answers): Answers {
  const ETag = z.string().openapi({ description: 'Names the texts, for `If-Match`' });
  return { ...answers, 200: { ...answers[200], headers: z.object({ ETag }) } };
}
