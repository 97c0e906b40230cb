/** The JSON Schemas that the API document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\uD800',
  '💾'.repeat(300),
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  '%00',
  [],
  {},
  [[]],
  { __proto__: null, constructor: 1 },
];

const CHARACTERS = Array.from('abcdef0123456789-_.éß漢 /%?&#"\\');

/** Values that fit a schema, or nearly do; deterministic for the numbers of `random`. */
export class SchemaValues {
  readonly #random: () => number;
  readonly #schemas: Readonly<Record<string, JsonSchema>>;

  constructor(random: () => number, schemas: Readonly<Record<string, JsonSchema>>) {
    this.#random = random;
    this.#schemas = schemas;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  odd(): unknown {
    return this.pick(ODD_VALUES);
  }

  /** A value for a schema; each part of it is, with probability `oddness`, invalid. */
  make(schema: JsonSchema, oddness: number): unknown {
    if (this.chance(oddness)) return this.odd();
    if (schema.$ref !== undefined) return this.#makeNamed(schema.$ref, oddness);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.pick(schema.enum);
    const options = schema.anyOf ?? schema.oneOf;
    if (options !== undefined) return this.make(this.pick(options), oddness);
    const type = typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'string');
    switch (type) {
      case 'object':
        return this.#makeObject(schema, oddness);
      case 'array':
        return this.#makeArray(schema, oddness);
      case 'integer':
      case 'number':
        return this.#makeInteger(schema);
      case 'boolean':
        return this.chance(0.5);
      default:
        return this.#makeText();
    }
  }

  #makeNamed($ref: string, oddness: number): unknown {
    const schema = this.#schemas[$ref.split('/').at(-1) ?? ''] ?? {};
    // Only an example has matching hashes and sizes.
    if (schema.example !== undefined && this.chance(0.3)) return schema.example;
    return this.make(schema, oddness);
  }

  #makeObject({ properties = {}, required = [] }: JsonSchema, oddness: number): unknown {
    const entries = Object.entries(properties).filter(
      ([name]) => !this.chance(required.includes(name) ? oddness : 0.3),
    );
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.make(schema, oddness)]));
  }

  #makeArray({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema, oddness: number): unknown {
    const length = minItems + Math.floor(this.#random() * Math.min(5, maxItems - minItems + 1));
    return Array.from({ length }, () => this.make(items, oddness));
  }

  #makeInteger({ minimum = 0, maximum = 10_000 }: JsonSchema): number {
    const low = Math.max(minimum, -1e6);
    return low + Math.floor(this.#random() * (Math.min(maximum, 1e6) - low + 1));
  }

  #makeText(): string {
    const length = Math.floor(this.#random() * 40);
    return Array.from({ length }, () => this.pick(CHARACTERS)).join('');
  }
}
