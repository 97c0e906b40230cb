import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import { applyMigrations } from '../../../scripts/support/database.ts';
import { readModules } from '../../../scripts/support/worker-bundle.ts';
import { bundleTintype, startWorker, type RunningWorker } from '../../bench/start-tintype.ts';
import { findPort } from './find-port.ts';
import { makeOnce } from './make-once.ts';

export interface BundledServer extends Pick<RunningWorker, 'runtime'> {
  readonly baseUrl: string;
  readonly persistTo: string;
  runCron(): Promise<void>;
  stop(): Promise<void>;
}

export interface BundledServerOptions {
  /** Folder of the state, which `stop` erases; by default a temporary one. A migrated state in it is served. */
  readonly persistTo?: string;
  /** By default a free one. */
  readonly port?: number;
  /** Vars of the Worker beside wrangler.toml's, for the URL at which it is to be reached. */
  readonly vars?: (baseUrl: string) => Record<string, string>;
  /** Whether to serve over https. */
  readonly isSecure?: boolean;
}

/** The Worker's bundle. */
interface Bundled {
  readonly options: V4WorkerOptions;
  /** An empty, migrated state to copy. */
  readonly emptyState: string;
}

/** Starts Tintype with its own state, at a fraction of the cost of `npm start`. The run shares one bundle in `shared`. */
export const startBundledServer = async (
  shared: string,
  {
    persistTo = mkdtempSync(join(tmpdir(), 'tintype-own-')),
    port: chosen,
    vars = () => ({}),
    isSecure = false,
  }: BundledServerOptions = {},
): Promise<BundledServer> => {
  const { options, emptyState } = await takeBundle(shared);
  const port = chosen ?? (await findPort());
  const baseUrl = `${isSecure ? 'https' : 'http'}://localhost:${String(port)}`;
  const stateFolder = join(persistTo, 'v3');
  if (!existsSync(stateFolder)) cpSync(emptyState, stateFolder, { recursive: true });
  const bindings = { ...(options.bindings as object), ...vars(baseUrl) };
  const { runtime } = await startWorker(
    { ...options, bindings },
    { stateFolder, port, isSecure, isQuiet: true },
  );
  return {
    baseUrl,
    persistTo,
    runtime,
    runCron: async () => {
      await (await runtime.getWorker(options.name)).scheduled({ cron: '* * * * *' });
    },
    stop: async () => {
      await runtime.dispose();
      rmSync(persistTo, { recursive: true, force: true });
    },
  };
};

/** The Worker as bundled for deployment. */
export const takeBundle = async (shared: string): Promise<Bundled> => {
  const { options, worker, emptyState } = await makeOnce(shared, 'tintype', async (folder) => {
    const bundled = join(folder, 'worker');
    const [{ modules: _, ...rest }] = await Promise.all([
      bundleTintype(bundled, { hasAssets: true }),
      applyMigrations({ remote: false, persistTo: folder }),
    ]);
    return { options: rest, worker: bundled, emptyState: join(folder, 'v3') };
  });
  return { options: { ...options, modules: await readModules(worker) }, emptyState };
};
