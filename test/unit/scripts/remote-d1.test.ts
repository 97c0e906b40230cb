import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { inlineValues } from '../../../scripts/support/remote-d1.ts';

const evaluate = (text: string): unknown[] =>
  Object.values(new DatabaseSync(':memory:').prepare(text).get() ?? {});

describe('the values of a statement for the platform’s API', () => {
  it('are what SQLite reads from the text', () => {
    const values = [7, -1.5, null, "it's", '?', 'a;b', 'ä "quoted"\n--', ''];
    const places = values.map((_, index) => `? AS v${String(index)}`).join(', ');
    expect(evaluate(inlineValues(`SELECT ${places}`, values))).toEqual(values);
  });

  it('leave question marks in texts and names alone', () => {
    const text = `SELECT '?', 'it''s ?', ? AS "a ""?"""`;
    expect(evaluate(inlineValues(text, [1]))).toEqual(['?', "it's ?", 1]);
  });

  it.each([[[]], [[1, 2]]])('are refused when their number does not fit: %j', (values) => {
    expect(() => inlineValues('SELECT ?', values)).toThrow(RangeError);
  });
});
