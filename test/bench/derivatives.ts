import sharp, { type Sharp } from 'sharp';
import { deriveWith } from '../../src/worker/imaging/derive/derive-with.ts';
import type { DerivativePlan } from '../../src/worker/imaging/derive/derivative.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../src/imaging/memory-budget.ts';
import type { ImageType } from '../../src/imaging/sniff.ts';
import type { Size } from '../../src/shared/pixels.ts';
import { containSize } from '../../src/shared/recipe-geometry.ts';
import { SOURCE_CASES, TARGET_CASES } from '../unit/worker/imaging/derive/memory-cases.ts';
import { makeNoise, sizeOf } from '../unit/imaging/fixtures/noise.ts';
import { createNodeEngine } from '../unit/imaging/fixtures/node-engine.ts';
import {
  readPixels,
  takePhotograph,
  toFormat,
  writeAs,
} from '../unit/imaging/fixtures/sharp-images.ts';
import { ssim } from '../unit/imaging/fixtures/ssim.ts';
import type { BenchOptions, BenchRow } from './report.ts';
import { median } from './report.ts';

const ROUNDS = 5;
const MIB = 1024 * 1024;
const LONG_EDGE = 400;
const QUALITY = 80;

/** Photographs near the limit of size. */
const PHOTOGRAPHS: readonly (readonly [ImageType, number])[] = [
  ['image/jpeg', 6],
  ['image/png', 3],
  ['image/webp', 6],
  ['image/avif', 1],
  ['image/gif', 3],
];

/** From a phone's to the largest. */
const SMALL: Size = { width: 1632, height: 1224 };
const PHONE: Size = { width: 4000, height: 3000 };
const CAMERA: Size = { width: 6000, height: 4000 };
const LARGEST: Size = { width: 8192, height: 6144 };
/** About the largest lossless one that becomes 1,280 px in an isolate. */
const LOSSLESS: Size = { width: 3264, height: 2448 };
const LARGE_SOURCES = {
  jpeg: [SMALL, PHONE, CAMERA, LARGEST],
  png: [PHONE, CAMERA, LARGEST],
  webp: [PHONE],
  'lossless-webp': [LOSSLESS],
  'transparent-webp': [PHONE],
} as const;
type LargeType = keyof typeof LARGE_SOURCES;
const LARGE_TYPES = Object.keys(LARGE_SOURCES) as LargeType[];
/** Transparent at its right. */
const FADE = Buffer.from(
  '<svg width="512" height="512"><linearGradient id="fade"><stop stop-color="#fff"/><stop offset="1" stop-opacity="0"/></linearGradient><rect width="512" height="512" fill="url(#fade)"/></svg>',
);
const ON_WHITE = { background: '#fff' };
const LARGE_EDGES = [400, 1280] as const;
const LARGE_TARGETS = ['image/webp', 'image/jpeg'] as const;
const MOST_TO_SHARP = 1.5;
/** A PNG of 50 megapixels with all levels is larger than an upload may be. */
const PNG_LEVELS = 16;

/**
 * Memory of an isolate for derivatives of noise near the limits, and the time to scale a photograph to 400 pixels,
 * against sharp on one thread; and the processor time of large JPEGs, PNGs and WebPs. `--only memory`, `time`, `jpeg`,
 * `png`, `webp`, `lossless-webp` or `transparent-webp` measures a part.
 */
export const run = async ({ only }: BenchOptions): Promise<readonly BenchRow[]> => [
  ...(only === undefined || only === 'memory' ? await measureMemory() : []),
  ...(only === undefined || only === 'time' ? await measureTimes() : []),
  ...(await measureLarge(only)),
];

async function measureMemory(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, megapixels, write } of SOURCE_CASES) {
    const size = containSize(4, 3, LONG_EDGE);
    const plan = { mimeType: 'image/webp', size, quality: QUALITY } as const;
    rows.push(await measurePeak(`from ${name}`, megapixels, await write(megapixels), plan));
  }
  for (const { mimeType, megapixels } of TARGET_CASES) {
    const size = sizeOf(megapixels);
    const noise = makeNoise(size, mimeType === 'image/jpeg' ? 3 : 4);
    const file = new Uint8Array(await noise.webp({ quality: 60, effort: 0 }).toBuffer());
    rows.push(
      await measurePeak(`to ${mimeType}`, megapixels, file, { mimeType, size, quality: 100 }),
    );
  }
  return rows;
}

async function measurePeak(
  name: string,
  megapixels: number,
  file: Uint8Array,
  plan: DerivativePlan,
): Promise<BenchRow> {
  const engine = await createNodeEngine();
  const made = await deriveWith(engine, file, plan);
  if (!made.ok) throw new Error(`${name}: ${made.error}`);
  const { peakBytes } = engine.budget;
  const peak = peakBytes / MIB / megapixels;
  return {
    name: `derivative ${name}, ${megapixels} MP of noise in ${(file.length / MIB).toFixed(1)} MiB: held`,
    unit: 'MiB/MP',
    ours: [peak],
    baseline: [],
    ratio: peak,
    target: `≤ ${CODEC_MEMORY_LIMIT_BYTES / MIB} MiB in all`,
    pass: peakBytes <= CODEC_MEMORY_LIMIT_BYTES,
  };
}

async function measureTimes(): Promise<BenchRow[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const engine = await createNodeEngine();
  const rows: BenchRow[] = [];
  for (const [type, megapixels] of PHOTOGRAPHS) {
    const source = sizeOf(megapixels);
    const file = await writeAs(takePhotograph(source), type);
    const size = containSize(source.width, source.height, LONG_EDGE);
    const plan = { mimeType: 'image/webp', size, quality: QUALITY } as const;
    const [ours, baseline]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bySharp = sharp(file).autoOrient().resize(size.width, size.height);
      baseline.push(await timeMs(() => toFormat(bySharp, plan.mimeType, QUALITY).toBuffer()));
      ours.push(await timeMs(() => deriveWith(engine, file, plan)));
    }
    rows.push({
      name: `derivative of ${megapixels} MP of ${type}, ${LONG_EDGE} px, against sharp`,
      unit: 'ms',
      ours,
      baseline,
      ratio: median(ours) / median(baseline),
      target: 'none',
      pass: true,
    });
  }
  return rows;
}

async function measureLarge(only: string | undefined): Promise<BenchRow[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const rows: BenchRow[] = [];
  for (const type of LARGE_TYPES) {
    if (only !== undefined && only !== type) continue;
    for (const source of LARGE_SOURCES[type]) {
      const file = await writeLarge(type, source);
      for (const edge of LARGE_EDGES) {
        for (const mimeType of LARGE_TARGETS)
          rows.push(await measureOne(type, source, file, edge, mimeType));
      }
    }
  }
  return rows;
}

async function writeLarge(type: LargeType, size: Size): Promise<Uint8Array> {
  const photograph = takePhotograph(size);
  if (type !== 'png') return new Uint8Array(await writePhotograph(photograph, type).toBuffer());
  const raw = await photograph.removeAlpha().raw().toBuffer();
  for (let at = 0; at < raw.length; at += 1) raw[at] = (raw[at] ?? 0) & -(256 / PNG_LEVELS);
  return new Uint8Array(
    await sharp(raw, { raw: { ...size, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

function writePhotograph(photograph: Sharp, type: Exclude<LargeType, 'png'>): Sharp {
  switch (type) {
    case 'jpeg':
      return photograph.removeAlpha().jpeg({ quality: 90 });
    case 'webp':
      return photograph.removeAlpha().webp({ quality: 90 });
    case 'lossless-webp':
      return photograph.removeAlpha().webp({ lossless: true, effort: 2 });
    case 'transparent-webp':
      return photograph
        .composite([{ input: FADE, tile: true, blend: 'dest-in' }])
        .webp({ quality: 90 });
  }
}

async function measureOne(
  type: LargeType,
  source: Size,
  file: Uint8Array,
  edge: number,
  mimeType: (typeof LARGE_TARGETS)[number],
): Promise<BenchRow> {
  const engine = await createNodeEngine();
  const size = containSize(source.width, source.height, edge);
  const plan = { mimeType, size, quality: QUALITY } as const;
  const [ours, baseline]: [number[], number[]] = [[], []];
  const makeBySharp = () =>
    toFormat(
      sharp(file)
        .resize(size.width, size.height, { fit: 'fill' })
        .flatten(mimeType === 'image/jpeg' && ON_WHITE),
      mimeType,
      QUALITY,
    ).toBuffer();
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await processorMs(makeBySharp));
    ours.push(await processorMs(() => deriveWith(engine, file, plan)));
  }
  const made = await deriveWith(engine, file, plan);
  if (!made.ok) throw new Error(made.error);
  const show = (bytes: Uint8Array) => readPixels(sharp(bytes).flatten(ON_WHITE));
  const likeness = ssim(await show(made.value.bytes), await show(await makeBySharp()));
  const megapixels = Math.round((source.width * source.height) / 1_000_000);
  const held = mib(engine.budget.peakBytes);
  const ratio = median(ours) / median(baseline);
  return {
    name: `${mimeType} of ${String(edge)} px from ${type.toUpperCase()} of ${String(megapixels)} MP in ${mib(file.length)} MiB, ${held} MiB held, SSIM ${likeness.toFixed(3)}: processor time to sharp`,
    unit: 'ms',
    ours,
    baseline,
    ratio,
    target: `≤ ${String(MOST_TO_SHARP)}`,
    pass: ratio <= MOST_TO_SHARP,
  };
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(0);

export async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
