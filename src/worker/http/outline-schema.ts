/** The part of OpenAPI 3.1 that is shown. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const INDENT = '  ';
const BYTES = 'binary';

/** For example `{ name: string, size?: integer }` with notes, over several lines. No schema may contain itself. */
export function outlineSchema(
  schema: Schema | undefined,
  schemas: Readonly<Record<string, Schema>>,
): string {
  return outline(schema, '');

  function outline(shown: Schema | undefined, indent: string): string {
    const present = resolve(shown);
    if (present === undefined) return 'any';
    if (present.const !== undefined) return JSON.stringify(present.const);
    if (present.enum !== undefined) return present.enum.map(quote).join(' | ');
    const options = present.anyOf ?? present.oneOf;
    if (options !== undefined) return options.map((option) => outline(option, indent)).join(' | ');
    if (present.format === BYTES) return 'bytes';
    if (present.items !== undefined) {
      const item = resolve(present.items);
      const isChoice =
        item?.enum !== undefined || item?.anyOf !== undefined || item?.oneOf !== undefined;
      const outlined = outline(item, indent);
      return isChoice ? `(${outlined})[]` : `${outlined}[]`;
    }
    if (present.properties === undefined) return [present.type ?? 'any'].flat().join(' | ');
    const inner = indent + INDENT;
    const lines = Object.entries(present.properties).map(([name, property]) => {
      const mark = present.required?.includes(name) === true ? '' : '?';
      const notes = noteSchema(resolve(property));
      return `${inner}${name}${mark}: ${outline(property, inner)}${notes === '' ? '' : ` // ${notes}`}`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }

  function resolve(named: Schema | undefined): Schema | undefined {
    if (named?.$ref !== undefined) return resolve(schemas[named.$ref.split('/').at(-1) ?? '']);
    if (named?.allOf === undefined) return named;
    const parts = named.allOf.map((part) => resolve(part));
    return {
      ...named,
      properties: Object.assign({}, ...parts.map((part) => part?.properties)) as Record<
        string,
        Schema
      >,
      required: parts.flatMap((part) => part?.required ?? []),
    };
  }
}

/** For example `3 to 50 characters; …`; also for each value of a list. */
export function noteSchema(schema: Schema | undefined): string {
  const { items, ...own } = schema ?? {};
  return [own, items ?? {}]
    .flatMap(notesOf)
    .filter((note) => note !== null)
    .join('; ')
    .replaceAll('`', '');
}

function notesOf(schema: Schema): (string | null)[] {
  return [
    boundsOf(schema.minimum, schema.maximum, ''),
    boundsOf(schema.minLength, schema.maxLength, ' characters'),
    boundsOf(schema.minItems, schema.maxItems, ' of them'),
    schema.format === BYTES ? null : (schema.format ?? null),
    schema.pattern ?? null,
    schema.default === undefined ? null : `${quote(schema.default)} where it is left out`,
    schema.description ?? null,
  ];
}

/** Omits the bounds of the number type. */
function boundsOf(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): string | null {
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) {
    return least === undefined ? null : `at least ${count(least, unit)}`;
  }
  if (least === most) return count(most, unit);
  return least === undefined
    ? `at most ${count(most, unit)}`
    : `${String(least)} to ${count(most, unit)}`;
}

function count(number: number, unit: string): string {
  return String(number) + (number === 1 ? unit.replace(/s$/u, '') : unit);
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}
