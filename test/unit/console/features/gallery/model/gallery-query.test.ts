import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TypedSearch } from '../../../../../../src/console/widgets/typed-search.ts';
import {
  isFiltered,
  readQuery,
  toAddress,
  toImageQuery,
  WHOLE_LIBRARY,
} from '../../../../../../src/console/features/gallery/model/gallery-query.ts';

it('an address contains the query unless it is the default, and is read back', () => {
  expect(toAddress(WHOLE_LIBRARY)).toBe('/gallery');
  const query = { sort: 'title-descending', visibility: 'private', search: 'a & b' } as const;
  const address = toAddress(query);
  expect(address).toBe('/gallery?sort=title-descending&visibility=private&search=a+%26+b');
  const { searchParams } = new URL(address, 'http://x');
  expect(readQuery(Object.fromEntries(searchParams))).toEqual(query);
});

it('an invalid part of an address counts as absent', () => {
  expect(readQuery({ sort: 'constructor', visibility: 'secret' })).toEqual(WHOLE_LIBRARY);
});

it('a search in an address is cut to the service’s limit, between characters', () => {
  expect(readQuery({ search: `${'a'.repeat(254)}📷📷` }).search).toBe(`${'a'.repeat(254)}📷`);
});

it('a search of blanks finds all images', () => {
  const query = { ...WHOLE_LIBRARY, search: '  ' };
  expect(isFiltered(query)).toBe(false);
  expect(toImageQuery(query)).toEqual({ sort: '-created_at', visibility: '', search: '' });
});

describe('a typed search', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const begin = () => {
    const searched: string[] = [];
    const search = new TypedSearch('', (text) => searched.push(text));
    return { search, searched };
  };

  it('starts after a pause or on request, and never twice for the same text', () => {
    const { search, searched } = begin();
    search.type('h', false);
    vi.advanceTimersByTime(200);
    search.type('ha', false);
    vi.advanceTimersByTime(200);
    expect(searched).toEqual([]);
    vi.advanceTimersByTime(100);
    search.type('har', false);
    search.submit('har');
    search.submit('har');
    vi.advanceTimersByTime(1000);
    expect(searched).toEqual(['ha', 'har']);
  });

  it('waits while an input method composes, however long', () => {
    const { search, searched } = begin();
    search.type('h', false);
    search.type('hgang', true);
    vi.advanceTimersByTime(10_000);
    expect(searched).toEqual([]);
    search.type('h港', false);
    vi.advanceTimersByTime(300);
    expect(searched).toEqual(['h港']);
  });

  it('gives way to a changed address', () => {
    const { search, searched } = begin();
    search.submit('har');
    expect(search.follow('har')).toBe(false);
    search.type('harv', false);
    expect(search.follow('')).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(searched).toEqual(['har']);
  });
});
