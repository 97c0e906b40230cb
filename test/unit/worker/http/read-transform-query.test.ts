import { expect, it } from 'vitest';
import { readTransformQuery } from '../../../../src/worker/http/read-transform-query.ts';

const read = (query: string) => readTransformQuery(`https://tintype.test/i/abc${query}`, 4096);

it('the query of a transformation has w, h and q, and other params are ignored', () => {
  expect(read('')).toBeNull();
  expect(read('?token=w')).toBeNull();
  expect(read('?w=1&token=x&q=100')).toEqual({
    ok: true,
    value: { width: 1, height: null, quality: 100 },
  });
  expect(read('?h=4096')).toEqual({
    ok: true,
    value: { width: null, height: 4096, quality: null },
  });
});

it.each([
  '?w=0',
  '?w=4097',
  '?h=99999999999',
  '?h=007',
  '?w=1e3',
  '?w=+1',
  '?w=',
  '?q=101',
  '?w=2&w=2',
])('the query %s is refused with a reason', (query) => {
  const [name = ''] = query.slice(1);
  const refused = read(query);
  expect(refused?.ok).toBe(false);
  expect(JSON.stringify(refused)).toContain(`${name}: one whole number from 1 to`);
});
