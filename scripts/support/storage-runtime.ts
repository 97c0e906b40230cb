import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Runtime from 'miniflare';
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
  const path = `/${randomUUID()}`;
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      ...shared,
      workers: [
        {
          name,
          modules: true,
          script: listingWorker(path),
          compatibilityDate: compatibility_date,
          d1Databases: databases,
          r2Buckets: buckets,
        },
      ],
    }),
  );
  const { DB, BUCKET } = await runtime.getBindings<Pick<StorageBindings, 'DB' | 'BUCKET'>>(name);
  const list = async (options: R2ListOptions = {}): Promise<R2Objects> => {
    const answer = await runtime.dispatchFetch(`http://bucket${path}`, {
      method: 'POST',
      body: JSON.stringify(options),
    });
    return readPage((await answer.json()) as ListedPage);
  };
  return {
    DB,
    BUCKET: replaceList(BUCKET, list),
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

/** By inheritance, as a `Proxy` would ask the runtime for a property's descriptor at each access. */
function replaceList(bucket: R2Bucket, list: R2Bucket['list']): R2Bucket {
  return Object.setPrototypeOf({ list }, bucket) as R2Bucket;
}

/**
 * Answers a page of the bucket's list as text. Through the runtime's own proxy each property of each object is a call that
 * blocks this process, seconds a page; the runtime closes idle connections meanwhile, and the next call fails.
 */
function listingWorker(path: string): string {
  return `export default {
    async fetch(request, { BUCKET }) {
      if (new URL(request.url).pathname !== ${JSON.stringify(path)}) return new Response(null, { status: 404 });
      const { objects, truncated, cursor } = await BUCKET.list(await request.json());
      const read = ({ key, size, uploaded }) => ({ key, size, uploaded });
      return Response.json({ objects: objects.map(read), truncated, cursor });
    },
  };`;
}
