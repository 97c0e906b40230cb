import { expect, it } from 'vitest';
import { nameOrder } from '../../../../../src/worker/domain/images/list-order.ts';

it('an order keeps its name, which is stored in long-lived archive cursors', () => {
  expect(nameOrder({ field: 'createdAt', isDescending: false })).toBe('created_at');
  expect(nameOrder({ field: 'createdAt', isDescending: true })).toBe('-created_at');
});
