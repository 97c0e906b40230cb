import { describe, expect, it } from 'vitest';
import { statement } from '../../../../src/db/database.ts';
import { LIST_SORTS, orderedImages, orderOf } from '../../../../src/domain/images/list-order.ts';
import { LISTED_COLUMNS } from '../../../../src/domain/images/listed-image.ts';
import { createTestWorker } from '../../../support/worker.ts';

const { db } = createTestWorker().services;

describe('the query of a list', () => {
  it.each(
    LIST_SORTS.flatMap((sort) =>
      ([null, 'public', 'private'] as const).flatMap((visibility) =>
        [null, { value: 1, id: 1 }].map((after) => ({ sort, visibility, after })),
      ),
    ),
  )('sorts nothing: $sort, $visibility, after $after', async ({ sort, visibility, after }) => {
    const owner = { text: '?', values: [1] };
    const { text, values } = orderedImages(LISTED_COLUMNS, {
      order: orderOf(sort),
      owner,
      visibility,
      after,
    });
    const plan = await db.all<{ detail: string }>(
      statement(`EXPLAIN QUERY PLAN ${text} LIMIT 21`, ...values),
    );
    const steps = plan.map(({ detail }) => detail);
    expect(steps.filter((step) => /SCAN|TEMP B-TREE/u.test(step))).toEqual([]);
    expect(steps.filter((step) => step.includes('SEARCH images USING INDEX'))).toHaveLength(
      (visibility === null ? 2 : 1) * (after === null ? 1 : 2),
    );
  });
});
