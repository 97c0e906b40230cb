import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { containSize } from '../../src/shared/recipe-geometry.ts';
import { renditionPath } from '../../src/shared/renditions.ts';
import type { Size } from '../../src/shared/pixels.ts';
import { deriveWith } from '../../src/worker/imaging/derive/derive-with.ts';
import { createUploader } from '../e2e/support/upload-original.ts';
import { createNodeEngine } from '../unit/imaging/fixtures/node-engine.ts';
import { takePhotograph, toFormat } from '../unit/imaging/fixtures/sharp-images.ts';
import { processorMs } from './derivatives.ts';
import { measureRate } from './load.ts';
import { readChildrenTicksMs } from './process-time.ts';
import { startIpx } from './renditions/start-ipx.ts';
import { median, type BenchOptions, type BenchRow } from './report.ts';
import { startTintype } from './start-tintype.ts';

const ROUNDS = 5;
const QUALITY = 80;
const AT_ONCE = [1, 8] as const;
const WIDTHS = [320, 1280] as const;
const MOST_TO_SHARP = 1.5;

/** What renditions are made of: `publish` of pipeline 2, and originals of pipeline 1. */
const SOURCES = [
  { type: 'image/webp', width: 2048, height: 1536 },
  { type: 'image/jpeg', width: 1632, height: 1224 },
  { type: 'image/jpeg', width: 4000, height: 3000 },
] as const;

const MEMORY_FOLDER = '/dev/shm';
const IMAGES = 16;
/** Compiles the code of both servers: a rendition is cold, a server is not. */
const WARM_UP_WIDTH = 160;
const SERVED_WIDTHS = [320, 480, 640] as const;
/** Renditions are kept after they are sent. */
const KEEPING_MS = 1000;
const SERVED_SIZE = { width: 1632, height: 1224 };
/** As many as processors: sharp uses them all, and on the platform each object has a machine of its own. */
const TRANSFORMER_PROCESSES = availableParallelism();
const HOT_MS = 4000;
const LEAST_TO_IPX = { cold: 1, hot: 5 };

/**
 * Renditions as WebP: processor time against sharp on one thread, and requests a second and processor time against a
 * server of ipx.
 * `--only time` or `server` measures a part.
 */
export const run = async ({ only }: BenchOptions): Promise<readonly BenchRow[]> => [
  ...(only === undefined || only === 'time' ? await measureTimes() : []),
  ...(only === undefined || only === 'server' ? await measureServers() : []),
];

async function measureTimes(): Promise<BenchRow[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const rows: BenchRow[] = [];
  for (const source of SOURCES) {
    const file = new Uint8Array(
      await toFormat(takePhotograph(source), source.type, QUALITY).toBuffer(),
    );
    for (const width of WIDTHS) {
      for (const atOnce of AT_ONCE) rows.push(await measureTime(source, file, width, atOnce));
    }
  }
  return rows;
}

/** An isolate runs one job at a time. */
async function measureTime(
  source: (typeof SOURCES)[number],
  file: Uint8Array,
  width: number,
  atOnce: number,
): Promise<BenchRow> {
  const engine = await createNodeEngine();
  const size = containSize(source.width, source.height, width);
  const plan = { mimeType: 'image/webp', size, quality: QUALITY } as const;
  const each = Array.from({ length: atOnce });
  const bySharp = () =>
    Promise.all(
      each.map(() => toFormat(sharp(file).resize(size), plan.mimeType, QUALITY).toBuffer()),
    );
  const byUs = async () => {
    for (const _ of each) await deriveWith(engine, file, plan);
  };
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await processorMs(bySharp));
    ours.push(await processorMs(byUs));
  }
  const ratio = median(ours) / median(baseline);
  return {
    name: `${String(atOnce)} of ${String(width)} px from ${nameOf(source)}: processor time to sharp`,
    unit: 'ms',
    ours,
    baseline,
    ratio,
    target: `≤ ${String(MOST_TO_SHARP)}`,
    pass: ratio <= MOST_TO_SHARP,
  };
}

function nameOf({ type, width, height }: Size & { readonly type: string }): string {
  return `${type} of ${((width * height) / 1_000_000).toFixed(0)} MP`;
}

async function measureServers(): Promise<BenchRow[]> {
  // The transforming threads would wait for a disk, which the platform's bucket has elsewhere.
  if (existsSync(MEMORY_FOLDER)) process.env['TMPDIR'] = MEMORY_FOLDER;
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    return await compareServers(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareServers(folder: string): Promise<BenchRow[]> {
  const images = join(folder, 'images');
  await mkdir(images);
  const photo = await takePhotograph(SERVED_SIZE).jpeg({ quality: 90 }).toBuffer();
  await using tintype = await startTintype({
    vars: { V2_UPLOAD_ENABLED: 'false' },
    queueConsumers: { 'tintype-publish': { maxBatchSize: 1, maxBatchTimeout: 0 } },
    isQuiet: true,
    transformerProcesses: TRANSFORMER_PROCESSES,
  });
  const origin = tintype.url.href.replace(/\/$/u, '');
  const upload = await createUploader({ baseUrl: origin });
  const links: string[] = [];
  for (let index = 0; index < IMAGES; index += 1) {
    await writeFile(join(images, `${String(index)}.jpg`), photo);
    const uploaded = await upload(photo);
    if ('refused' in uploaded) throw new Error(`refused: ${String(uploaded.refused)}`);
    links.push(uploaded.path.replace('/i/', ''));
  }
  using ipx = await startIpx(folder, images);
  const ourUrl = (index: number, width: number): URL =>
    new URL(renditionPath(links[index] ?? '', width, 'webp'), origin);
  const ipxUrl = (index: number, width: number): URL =>
    new URL(`/w_${String(width)},f_webp,q_${String(QUALITY)}/${String(index)}.jpg`, ipx.origin);
  const cold: [Cold[], Cold[]] = [[], []];
  for (const width of [WARM_UP_WIDTH, ...SERVED_WIDTHS]) {
    const theirs = await measureCold((index) => ipxUrl(index, width));
    const ours = await measureCold((index) => ourUrl(index, width));
    if (width === WARM_UP_WIDTH) continue;
    cold[1].push(theirs);
    cold[0].push(ours);
  }
  const hot: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    hot[1].push(await measureRate(ipxUrl(0, 320), HOT_MS));
    hot[0].push(await measureRate(ourUrl(0, 320), HOT_MS));
  }
  const [ours, theirs] = cold;
  return [
    compareRates('cold', ours.map(toRate), theirs.map(toRate)),
    compareTimes(ours.map(toProcessorMs), theirs.map(toProcessorMs)),
    compareRates('hot', ...hot),
  ];
}

interface Cold {
  readonly rate: number;
  /** Of a request. */
  readonly processorMs: number;
}

const toRate = ({ rate }: Cold): number => rate;
const toProcessorMs = ({ processorMs }: Cold): number => processorMs;

/** All images together. */
async function measureCold(urlOf: (index: number) => URL): Promise<Cold> {
  const usedMs = readChildrenTicksMs();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IMAGES }, async (_, index) => {
      const response = await fetch(urlOf(index));
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${response.url}: ${String(response.status)}`);
    }),
  );
  const rate = (IMAGES * 1000) / (performance.now() - startedAt);
  await sleep(KEEPING_MS);
  return { rate, processorMs: (readChildrenTicksMs() - usedMs) / IMAGES };
}

/** Of the servers alone, without a target: a busy machine changes the rates. */
function compareTimes(ours: readonly number[], baseline: readonly number[]): BenchRow {
  return {
    name: 'the same, cold: processor time of a request to ipx',
    unit: 'ms',
    ours,
    baseline,
    ratio: median(ours) / median(baseline),
    target: 'none',
    pass: true,
  };
}

function compareRates(
  kind: keyof typeof LEAST_TO_IPX,
  ours: readonly number[],
  baseline: readonly number[],
): BenchRow {
  const ratio = median(ours) / median(baseline);
  return {
    name: `renditions of a JPEG of 2 MP, ${kind}: requests a second to ipx`,
    unit: '1/s',
    ours,
    baseline,
    ratio,
    target: `≥ ${String(LEAST_TO_IPX[kind])}`,
    pass: ratio >= LEAST_TO_IPX[kind],
  };
}
