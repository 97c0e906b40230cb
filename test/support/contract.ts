import { dereference, initialBaseURI, validate, type OutputUnit } from '@cfworker/json-schema';

/** The parts of the API document that responses are checked against. */
export interface ApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
}

interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { schema: object }> }>;
}

interface Contract {
  readonly operations: readonly {
    readonly pattern: RegExp;
    readonly methods: Record<string, Operation>;
  }[];
  /** Resolves references to named schemas. */
  readonly named: Lookup;
}

type Lookup = ReturnType<typeof dereference>;

/** Statuses whose responses have Retry-After. */
const LATER_STATUSES = new Set([429, 503]);

const JSON_TYPE = 'application/json';

let contract: Promise<Contract> | null = null;
const lookups = new WeakMap<object, Lookup>();

/**
 * Checks a response against the API document: the operation must list its status, and its body must fit the schema of
 * that status. Undocumented operations pass. On any path, a temporary
 * error must have Retry-After, and 401 a challenge.
 * @throws Error that names the difference.
 */
export const checkAgainstContract = async (
  request: { readonly method: string; readonly path: string },
  response: Response,
  readDocument: () => Promise<ApiDocument>,
): Promise<void> => {
  const { pathname } = new URL(request.path, 'https://tintype.test');
  const isWhole = /^[1-9]\d*$/u.test(response.headers.get('Retry-After') ?? '');
  if (LATER_STATUSES.has(response.status) && !isWhole) {
    throw new Error(`${pathname}: an answer of ${String(response.status)} without Retry-After`);
  }
  if (response.status === 401 && response.headers.get('WWW-Authenticate') !== 'Bearer') {
    throw new Error(`${pathname}: an answer of 401 without WWW-Authenticate`);
  }
  const { operations, named } = await (contract ??= readDocument().then(toContract));
  const found = operations.find(({ pattern }) => pattern.test(pathname));
  const operation = found?.methods[request.method.toLowerCase()];
  if (operation === undefined) return;
  const name = `${request.method} ${pathname}`;
  const described = operation.responses[String(response.status)];
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
  const text = type === JSON_TYPE ? await response.clone().text() : '';
  if (described === undefined) {
    throw new Error(`${name}: the API document has no status ${String(response.status)}: ${text}`);
  }
  if (described.content === undefined && type === '') return;
  const content = described.content?.[type] ?? described.content?.[`${type.split('/')[0] ?? ''}/*`];
  const schema = content?.schema;
  if (schema === undefined)
    throw new Error(`${name}: the API document has no answer of type ${type}`);
  if (type !== JSON_TYPE) return;
  const lookup = lookupOf(schema, named);
  const { valid, errors } = validate(JSON.parse(text), schema, '2020-12', lookup);
  if (!valid)
    throw new Error(`${name}: ${text} is not what the API document says: ${tell(errors)}`);
};

const toContract = ({ paths, components }: ApiDocument): Contract => ({
  named: dereference({ components }),
  operations: Object.entries(paths)
    // `/uploads/recipe` before `/uploads/{uploadID}`.
    .toSorted(([a], [b]) => countVariables(a) - countVariables(b))
    .map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
      methods,
    })),
});

const countVariables = (path: string): number => path.split('{').length;

/** Resolves the named schemas, which are most of the document, at most once. */
const lookupOf = (schema: object, named: Lookup): Lookup => {
  const known = lookups.get(schema);
  if (known !== undefined) return known;
  const lookup = dereference(schema, Object.create(named) as Lookup, initialBaseURI, '/answer');
  lookups.set(schema, lookup);
  return lookup;
};

const tell = (errors: readonly OutputUnit[]): string => errors.map(({ error }) => error).join(' ');
