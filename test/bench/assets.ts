import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { V4WorkerOptions } from 'miniflare';

import { publishImage } from './hot-view.ts';
import { measureRate } from './load.ts';
import { type BenchRow, median } from './report.ts';
import { bundleTintype, migrate, startWorker } from './start-tintype.ts';

const ROUNDS = 15;
const ROUND_MS = 500;
const WARM_UP_MS = 2000;
const MIN_RATIO = 0.95;
const API_PATH = '/api/v1/public/config';

/**
 * Hot public views and an API call, with and without the console's files beside the Worker. The rate of the Worker
 * itself has the target. The front door includes the local runtime's routing, two more Workers in front of one with
 * files.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const tintype = await bundleTintype(folder, { hasAssets: true });
    const { assets: _, ...withoutAssets } = tintype;
    const ours = await startSeeded(tintype);
    await using worker = ours.worker;
    const bare = await startSeeded(withoutAssets);
    await using bareWorker = bare.worker;
    const rows: BenchRow[] = [];
    for (const [name, path, barePath] of [
      ['hot view of 31 KB', ours.link, bare.link],
      ['call of the API', API_PATH, API_PATH],
    ] as const) {
      const urls = (door: 'entry' | 'url') =>
        [new URL(path, worker[door]), new URL(barePath, bareWorker[door])] as const;
      rows.push(await compare(name, urls('url'), MIN_RATIO));
      rows.push(await compare(`${name} at the front door`, urls('entry'), null));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startSeeded(options: V4WorkerOptions) {
  const worker = await startWorker(options);
  await migrate(worker.runtime);
  return { worker, link: await publishImage(worker.runtime) };
}

/** Requests per second of two URLs, in turn, so that other load on the machine affects both. */
async function compare(
  name: string,
  [ours, bare]: readonly [URL, URL],
  minRatio: number | null,
): Promise<BenchRow> {
  const samples: [number[], number[]] = [[], []];
  for (const url of [ours, bare]) await measureRate(url, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    samples[0].push(await measureRate(ours, ROUND_MS));
    samples[1].push(await measureRate(bare, ROUND_MS));
  }
  const ratio = median(samples[0]) / median(samples[1]);
  return {
    name: `${name}, to the same Worker without assets`,
    unit: 'requests/s',
    ours: samples[0],
    baseline: samples[1],
    ratio,
    target: minRatio === null ? 'none' : `≥ ${String(minRatio)} ×`,
    pass: minRatio === null || ratio >= minRatio,
  };
}
