import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { D1Result } from '@cloudflare/workers-types';
import type * as Runtime from 'miniflare';
import { makeStatements, type SentStatement } from './database-client.ts';
import { readWranglerConfig } from './wrangler-config.ts';

export interface StorageBindings extends AsyncDisposable {
  readonly DB: D1Database;
  readonly BUCKET: R2Bucket;
}

type RuntimeOptions = Parameters<typeof Runtime.convertV4MiniflareOptions>[0];
type WorkerOptions = Extract<RuntimeOptions, { readonly workers: unknown }>['workers'][number];

interface StorageOptions {
  readonly databases: NonNullable<WorkerOptions['d1Databases']>;
  readonly buckets: NonNullable<WorkerOptions['r2Buckets']>;
  /** Of local ones. */
  readonly resourcePersistencePath?: string;
}

/** The local runtime, bound to a database `DB` and a bucket `BUCKET`. Loads it late: a refused command needs none. */
export async function startStorage({
  databases,
  buckets,
  ...shared
}: StorageOptions): Promise<StorageBindings> {
  // `import` would parse its megabytes again, for the names that it exports.
  const { convertV4MiniflareOptions, Miniflare } = createRequire(import.meta.url)(
    'miniflare',
  ) as typeof Runtime;
  const { name, compatibility_date } = readWranglerConfig();
  const paths = { list: `/${randomUUID()}`, batch: `/${randomUUID()}` };
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      ...shared,
      workers: [
        {
          name,
          modules: true,
          script: storageWorker(paths),
          compatibilityDate: compatibility_date,
          d1Databases: databases,
          r2Buckets: buckets,
        },
      ],
    }),
  );
  await runtime.ready;
  let opened: Promise<Pick<StorageBindings, 'DB' | 'BUCKET'>> | undefined;
  const open = () => (opened ??= runtime.getBindings(name));
  const call = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const request = { method: 'POST', body: JSON.stringify(body) };
    const answer = await runtime.dispatchFetch(`http://storage${path}`, request);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Answer;
  };
  const batch = (statements: readonly SentStatement[]) => call<D1Result[]>(paths.batch, statements);
  const list = async (options: R2ListOptions = {}): Promise<R2Objects> =>
    readPage(await call<ListedPage>(paths.list, options));
  return {
    DB: openLate(async () => (await open()).DB, makeStatements(batch)),
    BUCKET: openLate(async () => (await open()).BUCKET, { list }),
    [Symbol.asyncDispose]: () => runtime.dispose(),
  };
}

interface ListedPage {
  readonly objects: readonly {
    readonly key: string;
    readonly size: number;
    readonly uploaded: string;
  }[];
}

/** Of each object: key, size and time. */
function readPage({ objects, ...page }: ListedPage): R2Objects {
  const dated = objects.map((object) => ({ ...object, uploaded: new Date(object.uploaded) }));
  return { ...page, objects: dated } as unknown as R2Objects;
}

/** Has `own` methods, and opens the binding, which takes a tenth of a second, once another of its methods is called. */
function openLate<Binding extends object>(open: () => Promise<Binding>, own: object): Binding {
  const late =
    (name: string) =>
    async (...values: unknown[]) => {
      const binding = await open();
      return Reflect.apply(Reflect.get(binding, name) as () => unknown, binding, values);
    };
  return new Proxy(own, {
    // It is no promise.
    get: (target, name) =>
      name in target || typeof name === 'symbol' || name === 'then'
        ? (Reflect.get(target, name) as unknown)
        : late(name),
  }) as Binding;
}

/**
 * Runs batches of statements, and answers a page of the bucket's list as text. Through the runtime's own proxy each
 * statement, and each property of each object, is a call that blocks this process, seconds a page of the list; the runtime
 * closes idle connections meanwhile, and the next call fails.
 */
function storageWorker(paths: Readonly<Record<'list' | 'batch', string>>): string {
  return `const read = ({ key, size, uploaded }) => ({ key, size, uploaded });
  const calls = {
    async ${JSON.stringify(paths.list)}({ BUCKET }, options) {
      const { objects, truncated, cursor } = await BUCKET.list(options);
      return { objects: objects.map(read), truncated, cursor };
    },
    ${JSON.stringify(paths.batch)}({ DB }, statements) {
      return DB.batch(statements.map(({ text, values }) => DB.prepare(text).bind(...values)));
    },
  };
  export default {
    async fetch(request, env) {
      const call = calls[new URL(request.url).pathname];
      if (call === undefined) return new Response(null, { status: 404 });
      try {
        return Response.json(await call(env, await request.json()));
      } catch ({ message }) {
        return new Response(message, { status: 500 });
      }
    },
  };`;
}
