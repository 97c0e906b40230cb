import { describe, expect, it } from 'vitest';
import {
  checkAccount,
  checkCredentials,
  revalidateField,
  readFieldRefusal,
  type AccountFields,
} from '../../../../../../src/console/features/access/model/check-fields.ts';

const GOOD: AccountFields = {
  username: 'ada',
  email: 'ada@example.org',
  password: 'correct horse',
};

describe('the fields of an account', () => {
  it('accept the same values as the service', () => {
    const accounts: Partial<AccountFields>[] = [
      {},
      { username: 'A.b_c-9' },
      { username: 'x'.repeat(50) },
      { username: ' ada ' },
      { email: `${'a'.repeat(88)}@example.org` },
      { password: 'x'.repeat(8) },
      { password: '🐎'.repeat(72) },
    ];
    for (const fields of accounts) expect(checkAccount({ ...GOOD, ...fields })).toEqual({});
  });

  it('have an error for each invalid field', () => {
    const cases = [
      [{ username: '' }, { username: 'missing' }],
      [{ username: 'ab' }, { username: 'short' }],
      [{ username: 'x'.repeat(51) }, { username: 'long' }],
      [{ username: 'jürgen' }, { username: 'characters' }],
      [{ username: 'a b' }, { username: 'characters' }],
      [{ email: ' ' }, { email: 'missing' }],
      [{ email: 'ada' }, { email: 'form' }],
      [{ email: 'ada@example' }, { email: 'form' }],
      [{ email: `${'a'.repeat(89)}@example.org` }, { email: 'long' }],
      [{ password: '' }, { password: 'missing' }],
      [{ password: 'x'.repeat(7) }, { password: 'short' }],
      [{ password: '🐎'.repeat(73) }, { password: 'long' }],
      [
        { username: '', password: '' },
        { username: 'missing', password: 'missing' },
      ],
    ] as const;
    for (const [fields, faults] of cases)
      expect(checkAccount({ ...GOOD, ...fields })).toEqual(faults);
  });

  it('must only be filled in for a sign-in', () => {
    expect(checkCredentials({ username: 'ü', password: 'x' })).toEqual({});
    expect(checkCredentials({ username: ' ', password: '' })).toEqual({
      username: 'missing',
      password: 'missing',
    });
  });

  it('lose an error once it is corrected, and gain none where none was shown', () => {
    const shown = { username: 'taken', email: 'form' } as const;
    const fields = { ...GOOD, email: 'ada@' };
    expect(revalidateField(shown, fields, 'username')).toEqual({ email: 'form' });
    expect(revalidateField(shown, fields, 'email')).toEqual(shown);
    expect(revalidateField(shown, { ...fields, password: 'x' }, 'password')).toEqual(shown);
  });

  it('show the service’s error at the field that it names', () => {
    expect(readFieldRefusal('username: already taken')).toEqual({ username: 'taken' });
    expect(readFieldRefusal('email: already registered')).toEqual({ email: 'taken' });
    expect(readFieldRefusal('email: Invalid email address')).toEqual({ email: 'refused' });
    expect(readFieldRefusal('password: must have 8 to 72 characters')).toEqual({
      password: 'refused',
    });
    expect(readFieldRefusal('captcha.token: must be visible ASCII')).toBeNull();
  });
});
