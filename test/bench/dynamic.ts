import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { createUploader } from '../e2e/support/upload-original.ts';
import { takePhotograph } from '../unit/imaging/fixtures/sharp-images.ts';
import { readChildrenMs, timeCommand } from './process-time.ts';
import { type BenchRow, median } from './report.ts';
import { startTintype } from './start-tintype.ts';

const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
const STORED_ROUNDS = 30;
const WIDTH_PX = 400;
const QUALITY = 80;

const SIZES = [
  { name: '12 MP', width: 4000, height: 3000 },
  { name: '2 MP', width: 1632, height: 1224 },
] as const;

const VARS = { V2_UPLOAD_ENABLED: 'false' };
/** No AVIF is made in the background of the measurement. */
const QUEUE_CONSUMERS = { 'tintype-publish': { maxBatchSize: 1, maxBatchTimeout: 0 } };

interface Samples {
  readonly cold: number[];
  readonly cached: number[];
  readonly webp: number[];
  readonly magick: number[];
  readonly sharp: number[];
}

/**
 * Dynamic transformations of pipeline-1 images from request to response, in turn with ImageMagick from file to file and
 * with sharp in memory.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    return await compareAll(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareAll(folder: string): Promise<BenchRow[]> {
  await using tintype = await startTintype({
    vars: VARS,
    queueConsumers: QUEUE_CONSUMERS,
    isQuiet: true,
  });
  const baseUrl = tintype.url.href.replace(/\/$/u, '');
  const upload = await createUploader({ baseUrl });
  const rows: BenchRow[] = [];
  for (const { name, ...size } of SIZES) {
    const photo = await takePhotograph(size).jpeg({ quality: 90 }).toBuffer();
    const file = join(folder, 'photo.jpg');
    await writeFile(file, photo);
    const uploaded = await upload(photo);
    if ('refused' in uploaded) throw new Error(`refused: ${String(uploaded.refused)}`);
    const samples = await measureAll(photo, baseUrl + uploaded.path, file);
    const what = `JPEG of ${name} to ${String(WIDTH_PX)} px`;
    rows.push(
      compare(`${what}, cold, to sharp`, samples.cold, samples.sharp),
      compare(`${what}, cold, to ImageMagick`, samples.cold, samples.magick),
      compare(`${what}, from the edge cache, to ImageMagick`, samples.cached, samples.magick),
      compare(`the stored WebP of ${name}, to sharp making 400 px`, samples.webp, samples.sharp),
    );
  }
  return rows;
}

async function measureAll(photo: Buffer, path: string, file: string): Promise<Samples> {
  const samples: Samples = { cold: [], cached: [], webp: [], magick: [], sharp: [] };
  const magick = findImageMagick();
  const out = `${file}.out.jpg`;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // A height without effect makes an uncached link.
    const height = String(WIDTH_PX + WARM_UP_ROUNDS + round);
    const cold = new URL(`${path}?w=${String(WIDTH_PX)}&h=${height}&q=${String(QUALITY)}`);
    const ours = await measure(() => fetchImage(cold));
    const theirs = await measure(() =>
      sharp(photo).resize(WIDTH_PX).jpeg({ quality: QUALITY }).toBuffer(),
    );
    const args = [file, '-resize', String(WIDTH_PX), '-quality', String(QUALITY), out];
    const magicks = magick === null ? Number.NaN : await timeCommand(magick, args);
    if (round < 0) continue;
    samples.cold.push(ours);
    samples.sharp.push(theirs);
    samples.magick.push(magicks);
  }
  const stored = new URL(`${path}.webp`);
  const cached = new URL(`${path}?w=${String(WIDTH_PX)}`);
  for (let round = -WARM_UP_ROUNDS; round < STORED_ROUNDS; round += 1) {
    const [ofCached, ofStored] = [
      await measure(() => fetchImage(cached)),
      await measure(() => fetchImage(stored)),
    ];
    if (round < 0) continue;
    samples.cached.push(ofCached);
    samples.webp.push(ofStored);
  }
  return samples;
}

/** A figure without a target: only the ratio is reported. */
function compare(name: string, ours: readonly number[], baseline: readonly number[]): BenchRow {
  return {
    name: `${name}, processor time`,
    unit: 'ms',
    ours,
    baseline,
    ratio: median(ours) / median(baseline),
    target: 'none',
    pass: true,
  };
}

/** The local name of ImageMagick; null where it is not installed. */
function findImageMagick(): string | null {
  for (const name of ['magick', 'convert-im6.q16', 'convert-im7.q16', 'convert']) {
    try {
      const version = execFileSync(name, ['-version'], { stdio: 'pipe' }).toString();
      if (version.includes('ImageMagick 6') || version.includes('ImageMagick 7')) return name;
    } catch {
      // Another name, or none.
    }
  }
  return null;
}

/** Milliseconds of processor time of this process and its children. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const [own, children] = [process.cpuUsage(), await readChildrenMs()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system) / 1000 + (await readChildrenMs()) - children;
}

async function fetchImage(url: URL): Promise<void> {
  const response = await fetch(url);
  const bytes = await response.bytes();
  if (response.status !== 200 || bytes.length === 0) {
    throw new Error(`${url.href} answers ${String(response.status)}`);
  }
}
