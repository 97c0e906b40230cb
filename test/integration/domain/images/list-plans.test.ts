import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/worker/domain/images/list-range.ts';
import { LIST_SORTS, orderOf } from '../../../../src/worker/http/api/images/list-sorts.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { readRows, statement } from '../../../support/sql.ts';

const { db } = createTestWorker().services;

describe('the query of a list', () => {
  it.each(
    LIST_SORTS.flatMap((sort) =>
      ([null, 'public', 'private'] as const).flatMap((visibility) =>
        [null, { value: 1, id: 1 }].map((after) => ({ sort, visibility, after })),
      ),
    ),
  )(
    'needs no sort step in its indexes: $sort, $visibility, after $after',
    async ({ sort, visibility, after }) => {
      const { text, values } = selectImages(1, { order: orderOf(sort), visibility, after }, 21);
      const plan = await readRows<{ detail: string }>(
        db,
        statement(`EXPLAIN QUERY PLAN ${text}`, ...values),
      );
      const steps = plan.map(({ detail }) => detail);
      // Libraries that are not indexed are sorted whole.
      const sorted = sort.endsWith('view_count') ? 1 : 0;
      expect(steps.filter((step) => /SCAN images|TEMP B-TREE/u.test(step))).toHaveLength(
        2 * sorted,
      );
      expect(steps.filter((step) => step.includes('SEARCH images USING INDEX'))).toHaveLength(
        (visibility === null ? 2 : 1) * (after === null ? 1 : 2) + sorted,
      );
    },
  );
});
