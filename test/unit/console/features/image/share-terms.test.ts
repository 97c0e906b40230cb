import { describe, expect, it } from 'vitest';
import {
  findShareFaults,
  NEW_TERMS,
  toShareRequest,
} from '../../../../../src/console/features/image/share-terms.ts';

const NOW_MS = Date.UTC(2026, 10, 24);

describe('the terms of a link', () => {
  it.each<[string, boolean]>([
    ['', true],
    [' ', true],
    ['1', true],
    [' 12 ', true],
    ['1000000', true],
    ['0', false],
    ['1000001', false],
    ['-1', false],
    ['1.5', false],
    ['1e3', false],
    ['many', false],
  ])('take %j as a number of views: %s', (maxViews, isTaken) => {
    expect(findShareFaults({ ...NEW_TERMS, maxViews })).toEqual(isTaken ? [] : ['maxViews']);
  });

  it('take a password of 4 to 72 characters, counted as people do', () => {
    const faultsOf = (password: string) => findShareFaults({ ...NEW_TERMS, password });
    for (const password of ['', 'word', '🔑🔑🔑🔑', '🔑'.repeat(72)]) {
      expect(faultsOf(password), password).toEqual([]);
    }
    for (const password of ['abc', '🔑🔑🔑', 'x'.repeat(73)]) {
      expect(faultsOf(password), password).toEqual(['password']);
    }
  });

  it('name all faults at once', () => {
    const terms = { ...NEW_TERMS, maxViews: 'x', password: 'x' };
    expect(findShareFaults(terms)).toEqual(['maxViews', 'password']);
  });

  it('are sent without empty fields, and with an end from now on', () => {
    expect(toShareRequest(NEW_TERMS, NOW_MS)).toEqual({ label: '', expires_at: null });
    const terms = { label: ' For Ada ', end: 'week', maxViews: ' 3 ', password: ' pass ' } as const;
    expect(toShareRequest(terms, NOW_MS)).toEqual({
      label: 'For Ada',
      expires_at: '2026-12-01T00:00:00.000Z',
      max_views: 3,
      password: ' pass ',
    });
  });

  it('leave a kept end out', () => {
    expect(toShareRequest({ ...NEW_TERMS, end: 'kept' }, NOW_MS)).toEqual({ label: '' });
  });
});
