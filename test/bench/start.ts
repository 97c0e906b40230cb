import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type BenchRow } from './report.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNS = 5;
/** wrangler limits a start to ten seconds, which a busy machine may exceed in preparation. */
const ATTEMPTS = 5;
const START_MAX_MS = 35;
const SCRIPT_MAX_KB = 1000;

const BASELINE = {
  name: 'baseline',
  main: join(import.meta.dirname, 'hono-zod-worker.ts'),
  compatibility_date: '2026-10-01',
  compatibility_flags: ['nodejs_compat'],
  minify: true,
};

const execute = promisify(execFile);

interface Bundle {
  readonly path: string;
  /** Before compression, without the WebAssembly modules; in thousands of bytes. */
  readonly scriptKb: number;
}

interface Start {
  readonly activeMs: number;
  /** Script and WebAssembly together. */
  readonly gzipKiB: number;
}

/** Start-up cost of an isolate, and the size of its upload. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-start-'));
  try {
    const config = join(folder, 'wrangler.json');
    await writeFile(config, JSON.stringify(BASELINE));
    const ours = await bundle(join(ROOT, 'wrangler.toml'), join(folder, 'ours'));
    const baseline = await bundle(config, join(folder, 'baseline'));
    const starts: { readonly ours: Start; readonly baseline: Start }[] = [];
    for (let i = 0; i < RUNS; i += 1) {
      starts.push({ ours: await profile(ours), baseline: await profile(baseline) });
    }
    const all = (read: (start: Start) => number): [ours: number[], baseline: number[]] => [
      starts.map((start) => read(start.ours)),
      starts.map((start) => read(start.baseline)),
    ];
    const sizes = [[ours.scriptKb], [baseline.scriptKb]] as const;
    return [
      toRow('start of the Worker', 'ms', ...all(({ activeMs }) => activeMs), START_MAX_MS),
      toRow('script before compression', 'KB', ...sizes, SCRIPT_MAX_KB),
      toRow('script and WASM, compressed', 'KiB', ...all(({ gzipKiB }) => gzipKiB), null),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bundles a Worker as a deployment would. */
async function bundle(config: string, folder: string): Promise<Bundle> {
  const path = join(folder, 'worker.bundle');
  const out = join(folder, 'out');
  const target = ['--outfile', path, '--outdir', out];
  await wrangler('deploy', '--dry-run', '--config', config, ...target);
  const scripts = (await readdir(out)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (name) => (await stat(join(out, name))).size));
  return { path, scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

/** Starts a bundle once under wrangler's profiler. */
async function profile({ path }: Bundle): Promise<Start> {
  const text = await checkStartup(path);
  const read = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return { activeMs: read(/Active: ([\d.]+) ms/u), gzipKiB: read(/gzip: ([\d.]+) KiB/u) };
}

function toRow(
  name: string,
  unit: string,
  ours: readonly number[],
  baseline: readonly number[],
  max: number | null,
): BenchRow {
  return {
    name,
    unit,
    ours,
    baseline,
    ratio: median(ours) / median(baseline),
    target: max === null ? 'none' : `≤ ${String(max)} ${unit}`,
    pass: max === null || median(ours) <= max,
  };
}

async function wrangler(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' };
  const { stdout } = await execute(join(ROOT, 'node_modules/.bin/wrangler'), args, {
    cwd: ROOT,
    env,
  });
  return stdout;
}

async function checkStartup(path: string, attempts = ATTEMPTS): Promise<string> {
  try {
    return await wrangler('check', 'startup', '--worker', path, '--outfile', `${path}.json`);
  } catch (error) {
    if (attempts > 1) return checkStartup(path, attempts - 1);
    throw error;
  }
}
