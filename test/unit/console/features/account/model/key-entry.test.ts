import { describe, expect, it } from 'vitest';
import {
  findKeyFaults,
  isKeyOf,
  NEW_KEY,
  toKeyRequest,
} from '../../../../../../src/console/features/account/model/key-entry.ts';

const NOW = Date.parse('2026-11-24T00:00:00Z');

describe('the form of a key', () => {
  it.each([
    [{}, { label: 'nameMissing' }],
    [{ label: '   ' }, { label: 'nameMissing' }],
    [{ label: 'x'.repeat(65) }, { label: 'nameLong' }],
    [{ label: ` ${'x'.repeat(64)} ` }, {}],
    [{ label: 'a', scopes: [] }, { scopes: 'scopesMissing' }],
    [{ label: 'a', perMinute: '0' }, { perMinute: 'perMinute' }],
    [{ label: 'a', perMinute: '1.5' }, { perMinute: 'perMinute' }],
    [{ label: 'a', perMinute: '6001' }, { perMinute: 'perMinute' }],
    [{ label: 'a', perMinute: ' 6000 ' }, {}],
  ])('with %j has the faults %j', (entry, faults) => {
    expect(findKeyFaults({ ...NEW_KEY, ...entry })).toEqual(faults);
  });

  it('asks for a public upload key of a year by default', () => {
    expect(toKeyRequest({ ...NEW_KEY, label: ' Desk ' }, NOW)).toEqual({
      label: 'Desk',
      scopes: ['upload'],
      visibility: 'public',
      expires_at: '2027-11-24T00:00:00.000Z',
      requests_per_minute: null,
    });
  });

  it('asks for a key without an end, and for no visibility unless it uploads', () => {
    const entry = { ...NEW_KEY, scopes: ['read'], expiry: 'never', perMinute: '60' } as const;
    expect(toKeyRequest(entry, NOW)).toMatchObject({
      visibility: null,
      expires_at: null,
      requests_per_minute: 60,
    });
  });
});

describe('a pasted text', () => {
  const key = 'tint_1C_kPzDaaaaaaaaaaaaaaaaaaaaaaaaE7uA0AbCdE';

  it('is taken for the listed key if the ends of its random part are the same', () => {
    expect(isKeyOf('kPzD…E7uA', key)).toBe(true);
    expect(isKeyOf('kPzD…E7uB', key)).toBe(false);
    expect(isKeyOf('KPzD…E7uA', key)).toBe(false);
  });

  it('is no key if it is cut off or has anything else in it', () => {
    expect(isKeyOf('kPzD…E7uA', key.slice(0, -1))).toBe(false);
    expect(isKeyOf('kPzD…E7uA', `${key} `)).toBe(false);
    expect(isKeyOf('kPzD…E7uA', `Bearer ${key}`)).toBe(false);
  });
});
