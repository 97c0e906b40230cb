import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD_HASH } from '../e2e/support/insert-person.ts';
import { explain, median, type BenchOptions, type BenchRow } from './report.ts';
import { SqliteRunner, type OnStatement } from './scale/sqlite-runner.ts';
import { fillShard, librariesIn } from './shard/fill.ts';
import { measureStatements, type Samples } from './shard/measure.ts';
import { measureUploads } from './shard/measure-uploads.ts';
import { bundleTintype, migrate, startWorker } from './start-tintype.ts';

const SIZES = [100_000, 1_000_000, 5_000_000];
const DEFAULT_IMAGES = 1_000_000;
const STATEMENT_MAX_MS = 1000;
const EXCERPT_CHARACTERS = 100;
const VARS = { UPLOAD_SESSIONS_PER_MINUTE: '100000', IMAGES_PER_USER: '1000000' };

export interface ShardFigures {
  readonly images: number;
  readonly samples: Samples;
  readonly longest: { readonly text: string; readonly ms: number };
}

/**
 * One database of 100,000, 1,000,000 and more images: processor time of lists, searches, views, flushes and uploads, to
 * the smallest, and the longest statement. `--images 5000000` fills one of 3 GB, which takes a quarter of an hour.
 */
export async function run({ images = DEFAULT_IMAGES }: BenchOptions): Promise<BenchRow[]> {
  const figures: ShardFigures[] = [];
  for (const size of new Set([...SIZES.filter((each) => each < images), images])) {
    figures.push(await measureShard(size, fillShard));
  }
  return describe(figures);
}

/** `fill` gets an empty database, which nothing has open. */
export async function measureShard(images: number, fill: typeof fillShard): Promise<ShardFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-shard-'));
  const stateFolder = join(folder, 'state');
  try {
    const tintype = await bundleTintype(join(folder, 'code'), { vars: VARS });
    const start = () => startWorker(tintype, { stateFolder, isQuiet: true });
    {
      await using empty = await start();
      await migrate(empty.runtime);
    }
    const longest = { text: '', ms: 0 };
    const path = await findDatabase(stateFolder);
    const time: OnStatement = (text, ms) => {
      if (ms > longest.ms) Object.assign(longest, { text, ms });
    };
    await fill(path, images, time);
    const runner = new SqliteRunner(path, time);
    const samples = await measureStatements(runner, images);
    runner.file.prepare('UPDATE users SET password_hash = ? WHERE id < 5').run(PASSWORD_HASH);
    runner.close();
    await using worker = await start();
    for (const [userId, size] of librariesIn(images)) {
      const name = `upload to a library of ${size.toLocaleString('en')}`;
      samples.set(name, await measureUploads(worker.url.href, `user${String(userId)}`));
    }
    return { images, samples, longest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findDatabase(stateFolder: string): Promise<string> {
  const folder = join(stateFolder, 'd1', 'miniflare-D1DatabaseObject');
  const file = (await readdir(folder)).find((name) => /^[0-9a-f]+\.sqlite$/u.test(name));
  if (file === undefined) throw new Error('the runtime has no database');
  return join(folder, file);
}

export function describe(figures: readonly ShardFigures[]): BenchRow[] {
  return figures.flatMap(({ images, samples, longest }) => {
    const size = `${images.toLocaleString('en')} images`;
    const rows = [...samples].map(([name, ours]) => {
      const smallest = figures.find((each) => each.samples.has(name));
      if (smallest === undefined || smallest.images === images) {
        return explain(`${name}, of ${size}`, 'ms', ours);
      }
      const baseline = smallest.samples.get(name) ?? [];
      const title = `${name}, of ${size} to ${smallest.images.toLocaleString('en')}`;
      const ratio = median(ours) / median(baseline);
      return { name: title, unit: 'ms', ours, baseline, ratio, target: 'none', pass: true };
    });
    const text = longest.text.replaceAll(/\s+/gu, ' ').slice(0, EXCERPT_CHARACTERS);
    const row = explain(`longest statement, of ${size}: ${text}`, 'ms', [longest.ms]);
    const pass = longest.ms <= STATEMENT_MAX_MS;
    return [...rows, { ...row, target: `≤ ${String(STATEMENT_MAX_MS)} ms`, pass }];
  });
}
