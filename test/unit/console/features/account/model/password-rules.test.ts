import { expect, it } from 'vitest';
import { findPasswordFaults } from '../../../../../../src/console/features/account/model/password-rules.ts';

it.each([
  ['both, which are fine', 'the old one', 'the new one', {}],
  ['nothing', '', '', { oldPassword: 'missing', newPassword: 'missing' }],
  ['7 characters', 'the old one', '1234567', { newPassword: 'short' }],
  ['8 characters', 'the old one', '12345678', {}],
  ['7 characters of two units each', 'the old one', '😀'.repeat(7), { newPassword: 'short' }],
  ['72 of them', 'the old one', '😀'.repeat(72), {}],
  ['73 of them', 'the old one', '😀'.repeat(73), { newPassword: 'long' }],
  ['the same', 'the old one', 'the old one', { newPassword: 'same' }],
])(
  'a change of password is checked by its fields: %s',
  (_name, oldPassword, newPassword, faults) => {
    expect(findPasswordFaults({ oldPassword, newPassword })).toEqual(faults);
  },
);
