import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { startStorage, type StorageBindings } from '../../../../scripts/support/storage-runtime.ts';
import { RAW_PLUGIN, type RawOptions } from './raw-plugin.ts';

const COMPATIBILITY_DATE = '2026-10-01';

/**
 * A database and a bucket behind wrangler's remote bindings: its own proxy Worker serves a local D1 and R2 on loopback,
 * and the bindings speak its protocol. What the platform adds is the address and the token of the connection.
 */
export async function openRemoteStandIn(persistTo: string): Promise<StorageBindings> {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: join(persistTo, 'v3'),
      workers: [
        {
          name: 'proxy',
          modules: true,
          script: readProxyWorker(),
          compatibilityDate: COMPATIBILITY_DATE,
          // They make the local runtime serve both.
          d1Databases: { LOCAL_DB: 'remote' },
          r2Buckets: { LOCAL_BUCKET: 'remote' },
          unsafeBindings: [bindRaw('DB', 'd1:db:entry'), bindRaw('BUCKET', 'r2:bucket:entry')],
        },
      ],
    }),
  );
  const remoteProxyConnectionString = (await server.ready) as never;
  const client = await startStorage({
    databases: { DB: { id: 'remote', remoteProxyConnectionString } },
    buckets: { BUCKET: { id: 'remote', remoteProxyConnectionString } },
  });
  return {
    ...client,
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await server.dispose();
    },
  };
}

function bindRaw(name: string, service: RawOptions['service']) {
  const options: RawOptions = { service, id: 'remote' };
  return { name, type: RAW_PLUGIN.name, plugin: RAW_PLUGIN, options: { ...options } };
}

/** Wrangler has it as a string in its only file. */
function readProxyWorker(): string {
  const wrangler = createRequire(import.meta.url).resolve('wrangler');
  const source = readFileSync(wrangler, 'utf8');
  const literal = /ProxyServerWorker_default = ('(?:[^'\\]|\\.)*');/u.exec(source)?.[1];
  if (literal === undefined) throw new Error('this version of wrangler has its proxy elsewhere');
  return String(runInNewContext(literal));
}
