/** One operation at a binding, for example `{ binding: 'DB', method: 'batch' }`. */
export interface BindingCall {
  readonly binding: string;
  readonly method: string;
}

/** Wraps an operation at a binding: counts, delays, fails before or after `proceed`. */
export type Interceptor = (call: BindingCall, proceed: () => Promise<unknown>) => Promise<unknown>;

type Method = (...args: unknown[]) => unknown;

const UNWRAPPED = Symbol('unwrapped');
const STATEMENT_CALLS = new Set(['first', 'all', 'run', 'raw']);

/**
 * The same bindings, with every operation on D1, KV, R2, Durable Objects, queues and the image service passed through
 * `intercept`.
 */
export function instrumentEnv<Bindings extends object>(
  env: Bindings,
  intercept: Interceptor,
): Bindings {
  const wrap = (binding: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (binding === 'DB') return wrapDatabase(value, binding, intercept);
    if (binding === 'IMAGES') return wrapImages(value, binding, intercept);
    if ('idFromName' in value) return wrapNamespace(value, binding, intercept);
    if ('createMultipartUpload' in value) return wrapBucket(value, binding, intercept);
    return wrapPlain(value, binding, intercept);
  };
  const wrapped = new Map(
    Object.entries(env).map(([binding, value]) => [binding, wrap(binding, value)]),
  );
  return new Proxy({ ...env }, { get: (_, name) => wrapped.get(String(name)) });
}

export interface Tally {
  /** Operations by binding and method, for example `DB.batch: 2`. */
  readonly calls: Record<string, number>;
  rowsRead: number;
  rowsWritten: number;
}

interface Metered {
  readonly meta?: { readonly rows_read?: number; readonly rows_written?: number };
}

/** An interceptor that counts operations and D1 rows into a tally. */
export function countInto(tally: Tally): Interceptor {
  return async ({ binding, method }, proceed) => {
    const name = `${binding}.${method}`;
    tally.calls[name] = (tally.calls[name] ?? 0) + 1;
    const result = await proceed();
    for (const answer of [result].flat() as (Metered | null | undefined)[]) {
      tally.rowsRead += answer?.meta?.rows_read ?? 0;
      tally.rowsWritten += answer?.meta?.rows_written ?? 0;
    }
    return result;
  };
}

/** Sums a tally's operations at one binding. */
export function callsAt(tally: Tally, binding: string): number {
  return Object.entries(tally.calls).reduce(
    (sum, [name, count]) => sum + (name.startsWith(`${binding}.`) ? count : 0),
    0,
  );
}

export class InjectedFault extends Error {}

/**
 * An interceptor that fails the `index`-th operation (from 0) and every later one, as a Worker that dies there. `after`
 * lets that operation happen and loses its response. A Worker that dies before an operation leaves what one leaves that
 * dies after the operation before it: `before` is for verbs that reach more than bindings between their operations,
 * or whose answer, sent before the last of them, is checked.
 */
export function crashAt(index: number, moment: 'before' | 'after') {
  let seen = 0;
  const intercept: Interceptor = async ({ binding }, proceed) => {
    // Statistics are sent apart from the work and repeatedly: no run would ever end before its crash.
    if (binding === 'COUNTERS') return proceed();
    const position = seen;
    seen += 1;
    if (position < index) return proceed();
    if (position === index && moment === 'after') await proceed();
    throw new InjectedFault(`crash ${moment} operation ${String(index)}`);
  };
  return {
    intercept,
    /** Whether the crash happened: a run that did not reach it has no more points to try. */
    get fired(): boolean {
      return seen > index;
    },
  };
}

function wrapDatabase(database: object, binding: string, intercept: Interceptor): object {
  const wrapStatement = (statement: object): object =>
    proxy(statement, (name, method) => {
      if (name === 'bind') return (...args) => wrapStatement(method(...args) as object);
      if (!STATEMENT_CALLS.has(name)) return null;
      return (...args) => intercept({ binding, method: name }, async () => method(...args));
    });
  return proxy(database, (name, method) => {
    if (name === 'prepare') return (...args) => wrapStatement(method(...args) as object);
    if (name === 'withSession')
      return (...args) => wrapDatabase(method(...args) as object, binding, intercept);
    if (name !== 'batch') return null;
    return (statements) =>
      intercept({ binding, method: name }, async () =>
        method((statements as unknown[]).map(unwrap)),
      );
  });
}

/** A conversion counts as one operation, however many calls describe it. */
function wrapImages(images: object, binding: string, intercept: Interceptor): object {
  const wrapTransformer = (transformer: object): object =>
    proxy(transformer, (name, method) =>
      name === 'output'
        ? (...args) => intercept({ binding, method: name }, async () => method(...args))
        : (...args) => wrapTransformer(method(...args) as object),
    );
  return proxy(images, (name, method) =>
    name === 'input' ? (...args) => wrapTransformer(method(...args) as object) : null,
  );
}

function wrapNamespace(namespace: object, binding: string, intercept: Interceptor): object {
  return proxy(namespace, (name, method) => {
    if (name !== 'get' && name !== 'getByName') return null;
    return (...args) => {
      const stub = method(...args) as Record<string, Method>;
      return new Proxy(stub, {
        get: (_, call) =>
          typeof call === 'string' && call !== 'then'
            ? (...rpc: unknown[]) =>
                intercept({ binding, method: call }, async () => stub[call]?.(...rpc))
            : undefined,
      });
    };
  });
}

/** The parts of a multipart upload are operations of their own. */
function wrapBucket(bucket: object, binding: string, intercept: Interceptor): object {
  return proxy(bucket, (name, method) => async (...args) => {
    const result = await intercept({ binding, method: name }, async () => method(...args));
    return name === 'createMultipartUpload'
      ? wrapPlain(result as object, binding, intercept)
      : result;
  });
}

function wrapPlain(target: object, binding: string, intercept: Interceptor): object {
  return proxy(
    target,
    (name, method) =>
      (...args) =>
        intercept({ binding, method: name }, async () => method(...args)),
  );
}

/** A proxy whose methods go through `handle`; other properties are passed through. */
function proxy<T extends object>(
  target: T,
  handle: (name: string, method: Method) => Method | null,
): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (name === UNWRAPPED) return target;
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      const method: Method = (...args) => Reflect.apply(value, target, args) as unknown;
      return handle(name, method) ?? method;
    },
  });
}

function unwrap(value: unknown): unknown {
  return (value as { [UNWRAPPED]?: unknown } | null)?.[UNWRAPPED] ?? value;
}
