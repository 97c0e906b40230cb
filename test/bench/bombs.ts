import { deriveWith } from '../../src/worker/imaging/derive/derive-with.ts';
import { MetadataScanner } from '../../src/imaging/source/metadata-scanner.ts';
import type { ImageType } from '../../src/imaging/sniff.ts';
import { BOMBS } from '../unit/imaging/fixtures/bombs.ts';
import { createNodeEngine } from '../unit/imaging/fixtures/node-engine.ts';
import { makeNoise, sizeOf } from '../unit/imaging/fixtures/noise.ts';
import { writeAs } from '../unit/imaging/fixtures/sharp-images.ts';
import type { BenchRow } from './report.ts';

const MIB = 1024 * 1024;
/** Processor time before a file is rejected as damaged. */
const MAX_MS = 2000;
/** Enough to decode a sound file of 15 MB, too. */
const ENGINE_BYTES = 2048 * MIB;
const SAMPLE_MEGAPIXELS = 0.1;
const ROUNDS = 3;
const PLAN = { mimeType: 'image/webp', size: { width: 8, height: 8 }, quality: 80 } as const;

interface Cost {
  readonly uploadMs: number;
  readonly derivativeMs: number;
  readonly heldMib: number;
}

/** Cost of crafted expensive files, beside noise of the same type in a file of the same length. */
export const run = async (): Promise<readonly BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const { mimeType, name, make } of BOMBS) {
    const bomb = await make();
    const [ours, sound] = [
      await measure(mimeType, bomb),
      await measure(mimeType, await makeSound(mimeType, bomb.length)),
    ];
    const title = `${mimeType}, ${name}, ${(bomb.length / MIB).toFixed(2)} MiB`;
    rows.push(
      toRow(`${title}: headers`, 'ms', ours, sound, 'uploadMs', MAX_MS),
      toRow(`${title}: derivative`, 'ms', ours, sound, 'derivativeMs', MAX_MS),
      toRow(`${title}: held`, 'MiB', ours, sound, 'heldMib', null),
    );
  }
  return rows;
};

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

async function measure(mimeType: ImageType, file: Uint8Array): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const engine = await createNodeEngine(ENGINE_BYTES);
    const uploadMs = await processorMs(async () => {
      const skimmer = new MetadataScanner(mimeType);
      skimmer.push(file);
      skimmer.finish();
    });
    const derivativeMs = await processorMs(() => deriveWith(engine, file, PLAN));
    costs.push({ uploadMs, derivativeMs, heldMib: engine.budget.peakBytes / MIB });
  }
  return costs;
}

/** All threads of this process. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
