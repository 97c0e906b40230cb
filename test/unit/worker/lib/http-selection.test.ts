import { describe, expect, it } from 'vitest';
import { hasConditions, selectAnswer } from '../../../../src/worker/lib/http-selection.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const IMAGE = { etag: '"abc"', lastModifiedMs: Date.UTC(2026, 10, 1) + 789, size: 1000 };

const select = (headers: Record<string, string>, method = 'GET') =>
  selectAnswer(method, new Headers(headers), IMAGE, NOW_MS);

// The conformance suite tests the rules over HTTP; clients do not send these cases.
describe('preconditions and ranges', () => {
  it('compare dates to the second, as HTTP writes them', () => {
    expect(select({ 'If-Modified-Since': 'Sun, 01 Nov 2026 00:00:00 GMT' }).status).toBe(304);
    expect(select({ 'If-Unmodified-Since': 'Sun, 01 Nov 2026 00:00:00 GMT' }).status).toBe(200);
    expect(select({ 'If-Modified-Since': 'Sat, 31 Oct 2026 23:59:59 GMT' }).status).toBe(200);
  });

  it('read an empty list of tags as one without tags', () => {
    expect(select({ 'If-Match': '' }).status).toBe(412);
    expect(select({ 'If-None-Match': '' }).status).toBe(200);
  });

  it('do not confuse a tag with another that contains it', () => {
    expect(select({ 'If-None-Match': '"xabc"' }).status).toBe(200);
    expect(select({ 'If-None-Match': '"abc' }).status).toBe(200);
    expect(select({ 'If-None-Match': '"x,"abc""' }).status).toBe(200);
  });

  it('read a range of the largest numbers', () => {
    const digits = '9'.repeat(400);
    expect(select({ Range: `bytes=0-${digits}` })).toEqual({
      status: 206,
      offset: 0,
      length: 1000,
    });
    expect(select({ Range: `bytes=${digits}-` })).toEqual({ status: 416 });
    expect(select({ Range: `bytes=-${digits}` })).toEqual({ status: 206, offset: 0, length: 1000 });
  });

  it('read a hostile list of tags quickly', () => {
    const start = process.cpuUsage();
    select({ 'If-None-Match': '"'.repeat(100_000) });
    select({ 'If-None-Match': `${'W/"a", '.repeat(20_000)}"` });
    select({ Range: `bytes=${'0'.repeat(100_000)}x` });
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(500);
  });

  it.each(['Range', 'If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'])(
    'are found in a request with %s',
    (name) => {
      expect(hasConditions(new Headers({ [name]: 'x' }))).toBe(true);
      expect(hasConditions(new Headers({ 'If-Range': 'x', Accept: '*/*' }))).toBe(false);
    },
  );
});
