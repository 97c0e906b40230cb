import { expect, it } from 'vitest';
import {
  isFiltered,
  readQuery,
  toAddress,
  toImageQuery,
  WHOLE_LIBRARY,
} from '../../../../src/console/gallery/gallery-query.ts';

it('an address carries what is not the whole library, newest first, and is read back', () => {
  expect(toAddress(WHOLE_LIBRARY)).toBe('/gallery');
  const query = { sort: 'title-descending', visibility: 'private', search: 'a & b' } as const;
  const address = toAddress(query);
  expect(address).toBe('/gallery?sort=title-descending&visibility=private&search=a+%26+b');
  const { searchParams } = new URL(address, 'http://x');
  expect(readQuery(Object.fromEntries(searchParams))).toEqual(query);
});

it('what an address says wrongly counts as absent', () => {
  expect(readQuery({ sort: 'constructor', visibility: 'secret' })).toEqual(WHOLE_LIBRARY);
});

it('a search in an address that is longer than the service takes is cut, between characters', () => {
  expect(readQuery({ search: `${'a'.repeat(254)}📷📷` }).search).toBe(`${'a'.repeat(254)}📷`);
});

it('a search of blanks leaves nothing out', () => {
  const query = { ...WHOLE_LIBRARY, search: '  ' };
  expect(isFiltered(query)).toBe(false);
  expect(toImageQuery(query)).toEqual({ sort: '-created_at', visibility: '', search: '' });
});
