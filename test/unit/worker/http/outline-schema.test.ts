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

describe('outlineSchema', () => {
  it.each<[string, Schema | undefined, string]>([
    ['without fields', {}, 'any'],
    ['that is missing', undefined, 'any'],
    ['with an unknown reference', { $ref: '#/components/schemas/Nobody' }, 'any'],
    ['of one value', { const: 0 }, '0'],
    ['of a few values', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    ['of several types', { type: ['string', 'null'] }, 'string | null'],
    ['of several kinds', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    ['of one kind of several', { oneOf: [{ const: 1 }, { type: 'boolean' }] }, '1 | boolean'],
    ['of a list', { type: 'array', items: { type: 'integer' } }, 'integer[]'],
    ['of a list of a few', { items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    ['of a list of several kinds', { items: { oneOf: [{ const: 1 }, {}] } }, '(1 | any)[]'],
    ['of a file', { type: 'string', format: 'binary' }, 'bytes'],
  ])('outlines a schema %s', (_, schema, outlined) => {
    expect(outlineSchema(schema, SCHEMAS)).toBe(outlined);
  });

  it('outlines the fields of all parts and references', () => {
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

describe('noteSchema', () => {
  it.each<[string, Schema, string]>([
    ['a minimum', { minimum: 0 }, 'at least 0'],
    ['a maximum', { maxLength: 5 }, 'at most 5 characters'],
    ['a singular', { minLength: 1 }, 'at least 1 character'],
    ['a range', { minItems: 1, maxItems: 100 }, '1 to 100 of them'],
    [
      'no bound at the largest integer',
      { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      'at least 1',
    ],
    ['a format and a pattern', { format: 'date-time', pattern: '^2' }, 'date-time; ^2'],
    ['no format of a file', { format: 'binary' }, ''],
    ['a default', { default: '' }, '"" where it is left out'],
    ['a description', { description: 'Bytes of `master`' }, 'Bytes of master'],
    ['the bounds of list items', { items: { maximum: 9 } }, 'at most 9'],
  ])('notes %s', (_, schema, noted) => {
    expect(noteSchema(schema)).toBe(noted);
  });

  it('returns nothing without a schema', () => {
    expect(noteSchema(undefined)).toBe('');
  });
});
