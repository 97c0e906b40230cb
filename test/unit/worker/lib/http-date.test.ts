import { describe, expect, it } from 'vitest';
import { parseHttpDate, toHttpDate } from '../../../../src/worker/lib/http-date.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
// The example of RFC 9110, section 5.6.7, in its three forms.
const EXAMPLE_MS = Date.UTC(1994, 10, 6, 8, 49, 37);

describe('an HTTP-date', () => {
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('is read in the form %s', (text) => {
    expect(parseHttpDate(text, NOW_MS)).toBe(EXAMPLE_MS);
  });

  it('reads a two-digit year more than 50 years ahead as past', () => {
    expect(parseHttpDate('Friday, 01-Jan-76 00:00:00 GMT', NOW_MS)).toBe(Date.UTC(2076, 0, 1));
    expect(parseHttpDate('Saturday, 01-Jan-77 00:00:00 GMT', NOW_MS)).toBe(Date.UTC(1977, 0, 1));
  });

  it.each([
    '',
    '0',
    '2026',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
  ])('has no other form: %s', (text) => {
    expect(parseHttpDate(text, NOW_MS)).toBeNull();
  });

  it('is written in a form that is read back', () => {
    expect(toHttpDate(EXAMPLE_MS)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
  });
});
