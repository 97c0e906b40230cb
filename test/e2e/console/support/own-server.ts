import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { V4WorkerOptions } from 'miniflare';
import { inject } from 'vitest';
import { applyMigrations } from '../../../../scripts/support/database.ts';
import { claimPort } from '../../../../scripts/support/port.ts';
import { readModules } from '../../../../scripts/support/worker-bundle.ts';
import { bundleTintype, startWorker, type RunningWorker } from '../../../bench/start-tintype.ts';

interface OwnServer extends Pick<RunningWorker, 'runtime'> {
  readonly baseUrl: string;
  readonly persistTo: string;
  stop(): Promise<void>;
}

interface OwnServerOptions {
  /** Folder of the state, which `stop` erases; by default a temporary one. */
  readonly persistTo?: string;
  /** Vars of the Worker beside wrangler.toml's, for the URL at which it is to be reached. */
  readonly vars?: (baseUrl: string) => Record<string, string>;
  /** Whether to serve over https. */
  readonly isSecure?: boolean;
}

/** The Worker's bundle. */
interface Tintype {
  readonly options: V4WorkerOptions;
  /** An empty, migrated state to copy. */
  readonly emptyState: string;
}

/** Starts Tintype with its own state, at a fraction of the cost of `npm start`. */
export const startOwnServer = async ({
  persistTo = mkdtempSync(join(tmpdir(), 'tintype-own-')),
  vars = () => ({}),
  isSecure = false,
}: OwnServerOptions = {}): Promise<OwnServer> => {
  const { options, emptyState } = await takeTintype();
  const port = await claimPort('localhost', 0);
  const baseUrl = `${isSecure ? 'https' : 'http'}://localhost:${String(port)}`;
  const stateFolder = join(persistTo, 'v3');
  cpSync(emptyState, stateFolder, { recursive: true });
  const bindings = { ...(options.bindings as object), ...vars(baseUrl) };
  const { runtime } = await startWorker(
    { ...options, bindings },
    { stateFolder, port, isSecure, isQuiet: true },
  );
  return {
    baseUrl,
    persistTo,
    runtime,
    stop: async () => {
      await runtime.dispose();
      rmSync(persistTo, { recursive: true, force: true });
    },
  };
};

/** The Worker as bundled for deployment, made by the first caller for the whole run. */
export const takeTintype = async (): Promise<Tintype> => {
  const folder = inject('bundleFolder');
  const worker = join(folder, 'worker');
  const made = join(folder, 'options.json');
  while (!existsSync(made)) {
    if (isFirst(worker)) await makeTintype(folder, worker, made);
    else await sleep(100);
  }
  const options = JSON.parse(readFileSync(made, 'utf8')) as V4WorkerOptions;
  return {
    options: { ...options, modules: await readModules(worker) } as V4WorkerOptions,
    emptyState: join(folder, 'v3'),
  };
};

const makeTintype = async (folder: string, worker: string, made: string): Promise<void> => {
  try {
    const [{ modules: _, ...options }] = await Promise.all([
      bundleTintype(worker, { hasAssets: true }),
      applyMigrations({ remote: false, persistTo: folder }),
    ]);
    // Other workers wait for this file, so it must appear atomically.
    writeFileSync(`${made}.new`, JSON.stringify(options));
    renameSync(`${made}.new`, made);
  } catch (error) {
    // The next caller tries again, and reports the error.
    rmSync(worker, { recursive: true, force: true });
    throw error;
  }
};

const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
};
