import { expect, it } from 'vitest';
import { DomainError, isDomainError } from '../../../../src/worker/domain/errors.ts';

it('an error of the domain is known by its name', () => {
  expect(isDomainError(new DomainError('image_not_found'), 'image_not_found')).toBe(true);
  expect(isDomainError(new DomainError('user_not_found'), 'image_not_found')).toBe(false);
  expect(isDomainError(new Error('image_not_found'), 'image_not_found')).toBe(false);
});
