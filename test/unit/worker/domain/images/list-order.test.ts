import { expect, it } from 'vitest';
import { nameOrder } from '../../../../../src/worker/domain/images/list-order.ts';

it('an order has the name that is in the cursors of takeouts, which people come back with after days', () => {
  expect(nameOrder({ field: 'createdAt', isDescending: false })).toBe('created_at');
  expect(nameOrder({ field: 'createdAt', isDescending: true })).toBe('-created_at');
});
