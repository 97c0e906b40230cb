import { describe, expect, it } from 'vitest';
import {
  noteSchema,
  outlineSchema,
  type Schema,
} from '../../../../src/worker/http/outline-schema.ts';

const SCHEMAS: Record<string, Schema> = {
  Size: { type: 'object', properties: { width: { type: 'integer', minimum: 1 } } },
  Named: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 3, maxLength: 50 } },
    required: ['name'],
  },
  Picture: {
    allOf: [
      { $ref: '#/components/schemas/Named' },
      { type: 'object', properties: { size: { $ref: '#/components/schemas/Size' } } },
    ],
  },
};

describe('a schema is outlined', () => {
  it.each<[string, Schema | undefined, string]>([
    ['that says nothing', {}, 'any'],
    ['that is missing', undefined, 'any'],
    ['that no other has', { $ref: '#/components/schemas/Nobody' }, 'any'],
    ['of one value', { const: 0 }, '0'],
    ['of a few values', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    ['of several types', { type: ['string', 'null'] }, 'string | null'],
    ['of several kinds', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    ['of one kind of several', { oneOf: [{ const: 1 }, { type: 'boolean' }] }, '1 | boolean'],
    ['of a list', { type: 'array', items: { type: 'integer' } }, 'integer[]'],
    ['of a list of a few', { items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    ['of a list of several kinds', { items: { oneOf: [{ const: 1 }, {}] } }, '(1 | any)[]'],
    ['of a file', { type: 'string', format: 'binary' }, 'bytes'],
  ])('%s', (_, schema, outlined) => {
    expect(outlineSchema(schema, SCHEMAS)).toBe(outlined);
  });

  it('with the fields of all that it names and is made of, and what is known of each', () => {
    const schema: Schema = { type: 'array', items: { $ref: '#/components/schemas/Picture' } };
    expect(outlineSchema(schema, SCHEMAS)).toBe(
      [
        '{',
        '  name: string // 3 to 50 characters',
        '  size?: {',
        '    width?: integer // at least 1',
        '  }',
        '}[]',
      ].join('\n'),
    );
  });
});

describe('of a schema is noted', () => {
  it.each<[string, Schema, string]>([
    ['the least', { minimum: 0 }, 'at least 0'],
    ['the most', { maxLength: 5 }, 'at most 5 characters'],
    ['one', { minLength: 1 }, 'at least 1 character'],
    ['both', { minItems: 1, maxItems: 100 }, '1 to 100 of them'],
    ['no bound of all numbers', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'at least 1'],
    ['a form', { format: 'date-time', pattern: '^2' }, 'date-time; ^2'],
    ['no form of a file', { format: 'binary' }, ''],
    ['what holds where it is left out', { default: '' }, '"" where it is left out'],
    ['what it means', { description: 'Bytes of `master`' }, 'Bytes of master'],
    ['what holds of each in a list', { items: { maximum: 9 } }, 'at most 9'],
  ])('%s', (_, schema, noted) => {
    expect(noteSchema(schema)).toBe(noted);
  });

  it('nothing of none', () => {
    expect(noteSchema(undefined)).toBe('');
  });
});
