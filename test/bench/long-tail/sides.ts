import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';

import { listChildren, readProcessMs } from '../process-time.ts';
import { bundle } from '../../../scripts/support/worker-bundle.ts';
import { bundleTintype, startWorker, type Bundle, type RunningWorker } from '../start-tintype.ts';
import { writeConfig } from '../start-worker.ts';
import { seedGallery } from './gallery.ts';

const BENCH_FOLDER = join(import.meta.dirname, '..');
const ROOT = join(BENCH_FOLDER, '../..');

/** A Worker with its state. */
export interface Contender {
  readonly options: V4WorkerOptions;
  readonly stateFolder: string;
}

/** The compared Workers: all of them have the same rows and objects. */
export interface Contenders {
  readonly tintype: Contender & { readonly options: V4WorkerOptions & Bundle };
  /** A cache lookup, else the bucket, and a put. */
  readonly cachedObjects: Contender;
  /** The same, with the row beside the bucket. */
  readonly cachedRows: Contender;
  /** Paths of the gallery's images. */
  readonly paths: readonly string[];
}

export interface Side extends RunningWorker {
  readonly stateFolder: string;
  /** Processor time that the runtime has used (milliseconds). */
  readMs(): number;
}

/** Bundles the Workers into a folder, and seeds each with `images` images. */
export const prepareContenders = async (folder: string, images: number): Promise<Contenders> => {
  const options = await bundleTintype(join(folder, 'tintype'));
  const stateFolder = join(folder, 'state');
  const bareStateFolder = join(folder, 'bare-state');
  const paths = await seedGallery(options, stateFolder, images);
  await cp(stateFolder, bareStateFolder, { recursive: true });
  const prepareBare = async (name: string): Promise<Contender> => ({
    options: await bundleBare(name, join(folder, name), options),
    stateFolder: bareStateFolder,
  });
  return {
    tintype: { options, stateFolder },
    cachedObjects: await prepareBare('tail-object'),
    cachedRows: await prepareBare('tail-row'),
    paths,
  };
};

/** Starts a Worker with empty caches; a state runs one Worker at a time. */
export const startSide = async ({ options, stateFolder }: Contender): Promise<Side> => {
  await rm(join(stateFolder, 'cache'), { recursive: true, force: true });
  const known = new Set(listChildren());
  const worker = await startWorker(options, { stateFolder });
  const started = listChildren().filter((pid) => !known.has(pid));
  const readMs = (): number => started.reduce((sum, pid) => sum + readProcessMs(pid), 0);
  return { ...worker, stateFolder, readMs };
};

/** A baseline Worker of this folder, with Tintype's bucket and database. */
const bundleBare = async (
  name: string,
  folder: string,
  tintype: V4WorkerOptions,
): Promise<V4WorkerOptions> => {
  const { compatibilityDate, compatibilityFlags, r2Buckets, d1Databases } = tintype;
  await mkdir(folder);
  const config = await writeConfig(folder, join(BENCH_FOLDER, `${name}-worker.ts`));
  const modulesRoot = join(folder, 'out');
  return {
    name,
    modulesRoot,
    modules: await bundle(ROOT, config, modulesRoot),
    ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
    ...(compatibilityFlags === undefined ? {} : { compatibilityFlags }),
    ...(r2Buckets === undefined ? {} : { r2Buckets }),
    ...(d1Databases === undefined ? {} : { d1Databases }),
  };
};
