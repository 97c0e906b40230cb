import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

import { type BenchOptions, type BenchRow, explain, median } from './report.ts';
import type { Preparation, Side } from './upload/prepare-job.ts';

const execute = promisify(execFile);

const ROUNDS = 5;
const MAX_TIME_RATIO = 1.25;
const MAX_MEMORY_RATIO = 1.3;
const JOB = join(import.meta.dirname, 'upload', 'prepare-job.ts');
/** From Debian's package lomiri-wallpapers-20.04: 6028 × 3391, 4:2:0. */
const PHOTO = '/usr/share/backgrounds/Kleiber_by_Lukas_Baubkus.jpg';
const JPEG_QUALITY = 90;

/** Above 20 megapixels the photograph is enlarged. */
const SIZES = [
  { megapixels: 2, width: 1886, isTargeted: false },
  { megapixels: 12, width: 4619, isTargeted: true },
  { megapixels: 24, width: 6532, isTargeted: true },
] as const;

type Samples = Readonly<Record<Side, Preparation[]>>;

/**
 * Preparation of the four parts of an upload against sharp in one thread: the same file, sizes and qualities, in turn,
 * each in a process of its own. Memory is the process's peak less its size with all code loaded. `--only 12` measures
 * that size alone.
 */
export const run = async ({ only }: BenchOptions): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const rows: BenchRow[] = [];
    for (const { megapixels, width, isTargeted } of SIZES) {
      if (only !== undefined && only !== String(megapixels)) continue;
      const file = join(folder, `${megapixels}.jpg`);
      await sharp(PHOTO).resize(width).jpeg({ quality: JPEG_QUALITY }).toFile(file);
      rows.push(...rowsOf(megapixels, isTargeted, await sample(file)));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const sample = async (file: string): Promise<Samples> => {
  const samples: Samples = { sharp: [], thread: [], threads: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of ['sharp', 'threads', 'thread'] as const) {
      const { stdout } = await execute(process.execPath, [JOB, side, file]);
      // The first one compiles what the others find in the cache.
      if (round > 0) samples[side].push(JSON.parse(stdout) as Preparation);
    }
  }
  return samples;
};

const rowsOf = (megapixels: number, isTargeted: boolean, samples: Samples): BenchRow[] => {
  const compare = (
    name: string,
    unit: string,
    side: Side,
    limit: number,
    read: (preparation: Preparation) => number,
  ): BenchRow => {
    const [ours, baseline] = [samples[side].map(read), samples.sharp.map(read)];
    const ratio = median(ours) / median(baseline);
    return {
      name: `prepare ${megapixels} MP, to sharp: ${name}`,
      unit,
      ours,
      baseline,
      ratio,
      target: limit === Infinity ? 'none' : `≤ ${limit} ×`,
      pass: ratio <= limit,
    };
  };
  const seconds = (read: (preparation: Preparation) => number) => (preparation: Preparation) =>
    read(preparation) / 1000;
  const explainSteps = (side: Side): BenchRow[] =>
    Object.keys(samples[side][0]?.steps ?? {}).map((step) => {
      const ours = samples[side].map(({ steps }) => (steps[step] ?? 0) / 1000);
      const name = `  ${megapixels} MP, ${side === 'sharp' ? 'sharp' : 'ours'}, of which ${step}`;
      return explain(name, 's', ours);
    });
  const wall = seconds(({ wallMs }) => wallMs);
  const processor = seconds(({ processorMs }) => processorMs);
  const memory = ({ peakMib }: Preparation): number => peakMib;
  return [
    compare('time', 's', 'threads', isTargeted ? MAX_TIME_RATIO : Infinity, wall),
    compare('memory', 'MiB', 'threads', isTargeted ? MAX_MEMORY_RATIO : Infinity, memory),
    compare('processor time', 's', 'threads', Infinity, processor),
    compare('time in one thread', 's', 'thread', Infinity, wall),
    compare('memory in one thread', 'MiB', 'thread', Infinity, memory),
    compare('processor time in one thread', 's', 'thread', Infinity, processor),
    ...explainSteps('thread'),
    ...explainSteps('sharp'),
  ];
};
