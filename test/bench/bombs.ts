import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImageType } from '../../src/imaging/sniff.ts';
import { BOMBS, type Bomb } from '../unit/imaging/fixtures/bombs.ts';
import { makeNoise, sizeOf } from '../unit/imaging/fixtures/noise.ts';
import { writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import type { Cost, Reader } from './bombs/measure-file.ts';
import type { BenchOptions, BenchRow } from './report.ts';

const execute = promisify(execFile);

const MIB = 1024 * 1024;
/** Processor time before a file is rejected as damaged. */
const MAX_MS = 2000;
const SAMPLE_MEGAPIXELS = 0.1;
const ROUNDS = 2;
const JOB = join(import.meta.dirname, 'bombs', 'measure-file.ts');

const READERS: Readonly<Record<Reader, string>> = {
  upload: 'headers',
  derivative: 'derivative',
  client: "client's preview",
};

/**
 * Processor time and peak memory of crafted expensive files, beside noise of the same type in a file of the same length:
 * each read in a process of its own by the Worker's upload, by its derivatives and by the client. `--only image/png`
 * measures one type.
 */
export const run = async ({ only }: BenchOptions): Promise<readonly BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    const rows: BenchRow[] = [];
    for (const bomb of BOMBS) {
      if (only === undefined || only === bomb.mimeType) rows.push(...(await compare(bomb, folder)));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function compare({ mimeType, name, make }: Bomb, folder: string): Promise<BenchRow[]> {
  const bomb = await make();
  const files = { bomb: join(folder, 'bomb'), sound: join(folder, 'sound') };
  await writeFile(files.bomb, bomb);
  await writeFile(files.sound, await makeSound(mimeType, bomb.length));
  const title = `${mimeType}, ${name}, ${(bomb.length / MIB).toFixed(2)} MiB`;
  const rows: BenchRow[] = [];
  for (const reader of Object.keys(READERS) as Reader[]) {
    const ours = await measure(reader, mimeType, files.bomb);
    const sound = await measure(reader, mimeType, files.sound);
    const row = `${title}: ${READERS[reader]}`;
    rows.push(
      toRow(row, 'ms', ours, sound, 'processorMs', MAX_MS),
      toRow(`${row}, memory`, 'MiB', ours, sound, 'peakMib', null),
    );
  }
  return rows;
}

function toRow(
  name: string,
  unit: string,
  ours: readonly Cost[],
  sound: readonly Cost[],
  figure: keyof Cost,
  most: number | null,
): BenchRow {
  const [own, baseline] = [ours, sound].map((costs) => costs.map((cost) => cost[figure]));
  const worst = Math.max(...(own ?? []));
  return {
    name,
    unit,
    ours: own ?? [],
    baseline: baseline ?? [],
    ratio: worst / Math.max(...(baseline ?? [])),
    target: most === null ? 'none' : `≤ ${String(most)} ${unit}`,
    pass: most === null || worst <= most,
  };
}

/** Noise, whose file grows in proportion to its area. */
async function makeSound(mimeType: ImageType, bytes: number): Promise<Uint8Array> {
  const write = (megapixels: number) => writeAs(makeNoise(sizeOf(megapixels)), mimeType);
  const sample = await write(SAMPLE_MEGAPIXELS);
  return write(Math.max(0.001, (SAMPLE_MEGAPIXELS * bytes) / sample.length));
}

async function measure(reader: Reader, mimeType: ImageType, file: string): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { stdout } = await execute(process.execPath, [JOB, reader, mimeType, file]);
    costs.push(JSON.parse(stdout) as Cost);
  }
  return costs;
}
