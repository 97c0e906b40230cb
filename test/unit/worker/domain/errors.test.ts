import { expect, it } from 'vitest';
import { DomainError, isDomainError } from '../../../../src/worker/domain/errors.ts';

it('a domain error is recognized by its name', () => {
  expect(isDomainError(new DomainError('image_not_found'), 'image_not_found')).toBe(true);
  expect(isDomainError(new DomainError('user_not_found'), 'image_not_found')).toBe(false);
  expect(isDomainError(new Error('image_not_found'), 'image_not_found')).toBe(false);
});
