import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { VARS } from '../../src/worker/config-vars.ts';
import { rewriteMetadata } from '../../src/imaging/webp/mux.ts';
import { encodeNative, timeNative } from './native-webp.ts';
import { readChildrenMs } from './process-time.ts';
import { type BenchRow, median } from './report.ts';
import { startBenchWorker } from './start-worker.ts';

const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
const MAX_RATIO = 1.3;
const MAX_MEMORY_MIB = 80;
const EDGE_PX = 2048;
const MIB = 1024 * 1024;

/** From Debian's package lomiri-wallpapers-20.04. */
const PHOTOS_FOLDER = '/usr/share/backgrounds';
const PHOTOS = [
  { file: 'Kleiber_by_Lukas_Baubkus.jpg', size: '2048×1153' },
  { file: 'Infinite-Sea_by_Aury88.jpg', size: '2048×2048' },
] as const;

const MAX_SOURCE_BYTES = Number(VARS.UPLOAD_MAX_SOURCE_BYTES.fallback);
/** Two chunk headers, one of the extended format with its payload, and padding. */
const CONTAINER_BYTES = 64;

interface HeavySource {
  readonly name: string;
  readonly channels: 3 | 4;
  readonly args: readonly string[];
  /** Size of its profile, where `publish_source` has room for it. */
  readonly profileBytes?: number;
  /** Null for no watermark. */
  readonly options?: null;
}

/** The largest sources of each kind: incompressible pixels, and their encoder settings. */
const HEAVY_SOURCES: readonly HeavySource[] = [
  { name: 'lossy', channels: 3, args: ['-q', '80'] },
  { name: 'lossy, quality 100', channels: 3, args: ['-q', '100'] },
  { name: 'lossy, alpha', channels: 4, args: ['-q', '80'] },
  { name: 'lossless', channels: 3, args: ['-lossless', '-z', '0'] },
  {
    name: 'lossy, alpha, 4 MiB of profile',
    channels: 4,
    args: ['-q', '80'],
    profileBytes: 4 * MIB,
  },
  {
    name: 'lossless, a profile that fills the part, no watermark',
    channels: 3,
    args: ['-lossless', '-z', '0'],
    profileBytes: MAX_SOURCE_BYTES,
    options: null,
  },
];

interface Publication {
  /** Processor time of the runtime. */
  readonly ms: number;
  readonly peakBytes: number;
}

/** Milliseconds of processor time for a whole publication, and for the Worker's own steps of it. */
type Times = Record<'all' | 'read' | 'decode' | 'mark' | 'nativeDecode' | 'nativeEncode', number>;

/**
 * Publication in workerd, from request to response: its processor time against native libwebp, from file to file, in
 * turn in the same run, with the time of its steps; and its peak memory: WASM heaps, pixels and files.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  try {
    return [...(await benchSpeed(folder)), ...(await benchMemory(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchSpeed(folder: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { file, size } of PHOTOS) {
    const path = join(folder, 'photo.webp');
    const args = ['-q', '80', '-resize', String(EDGE_PX), '0'];
    await encodeNative(join(PHOTOS_FOLDER, file), path, args);
    const source = new Uint8Array(await readFile(path));
    const rounds = await withWorker(async (url) => {
      // The first jobs compile; a long-lived isolate does that once.
      const samples: Times[] = [];
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
        samples.push(await timeRound(url, path, source));
      }
      return samples.slice(WARM_UP_ROUNDS);
    });
    rows.push(...judgeSpeed(size, rounds));
  }
  return rows;
}

async function benchMemory(folder: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, channels, args, profileBytes = 0, options } of HEAVY_SOURCES) {
    const noise = join(folder, 'noise.pam');
    const path = join(folder, 'noise.webp');
    await writeFile(noise, makeNoisePam(channels));
    await encodeNative(noise, path, args);
    const encoded = new Uint8Array(await readFile(path));
    const source = profileBytes > 0 ? addProfile(encoded, profileBytes) : encoded;
    // Twice, since the second job reuses the instances of the first.
    const { peakMib, sourcesMib } = await withWorker(async (url) => {
      await publish(url, source, options);
      const { peakBytes } = await publish(url, source, options);
      const atOnce = await publish(new URL('/at-once', url), source, options);
      return { peakMib: peakBytes / MIB, sourcesMib: atOnce.peakBytes / MIB };
    });
    const togetherMib = peakMib + sourcesMib;
    rows.push({
      name: `memory to publish 2048×2048 of noise, ${name}`,
      unit: 'MiB',
      ours: [peakMib],
      baseline: [],
      ratio: peakMib,
      target: `≤ ${MAX_MEMORY_MIB} MiB`,
      pass: peakMib <= MAX_MEMORY_MIB,
    });
    rows.push({
      name: `the same for two consumers at once, with their files, ${name}`,
      unit: 'MiB',
      ours: [togetherMib],
      baseline: [],
      ratio: togetherMib,
      target: `≤ ${MAX_MEMORY_MIB} MiB`,
      pass: togetherMib <= MAX_MEMORY_MIB,
    });
  }
  return rows;
}

async function withWorker<T>(work: (url: URL) => Promise<T>): Promise<T> {
  const worker = await startBenchWorker(join(import.meta.dirname, 'publication-worker.ts'));
  try {
    return await work(await worker.ready);
  } finally {
    await worker.dispose();
  }
}

async function timeRound(url: URL, path: string, source: Uint8Array<ArrayBuffer>): Promise<Times> {
  const { ms: all } = await publish(url, source);
  const native = await timeNative(path, `${path}.pam`);
  const { ms: read } = await publish(new URL('/read', url), source);
  const { ms: decode } = await publish(new URL('/decode', url), source);
  const { ms: mark } = await publish(new URL('/mark', url), source);
  return { all, read, decode, mark, nativeDecode: native.decode, nativeEncode: native.encode };
}

function judgeSpeed(size: string, rounds: readonly Times[]): BenchRow[] {
  const of = (step: keyof Times): number[] => rounds.map((times) => times[step]);
  const ours = of('all');
  const baseline = rounds.map(({ nativeDecode, nativeEncode }) => nativeDecode + nativeEncode);
  const ratio = median(ours) / median(baseline);
  const encode = rounds.map(({ all, read, decode, mark }) => all + read - decode - mark);
  const less = (step: 'decode' | 'mark'): number[] => rounds.map((one) => one[step] - one.read);
  return [
    {
      name: `publish ${size} with watermark, to native decode + encode, processor time`,
      unit: 'ms',
      ours,
      baseline,
      ratio,
      target: `≤ ${MAX_RATIO} ×`,
      pass: ratio <= MAX_RATIO,
    },
    describeStep('  of it, request, response and container', of('read')),
    describeStep('  of it, decode, to native decode', less('decode'), of('nativeDecode')),
    describeStep('  of it, draw the mark', less('mark')),
    describeStep('  of it, blend and encode, to native encode', encode, of('nativeEncode')),
  ];
}

/** A PAM file of reproducible noise (xorshift32). */
function makeNoisePam(channels: 3 | 4): Uint8Array {
  const type = channels === 4 ? 'RGB_ALPHA' : 'RGB';
  const header = new TextEncoder().encode(
    `P7\nWIDTH ${EDGE_PX}\nHEIGHT ${EDGE_PX}\nDEPTH ${channels}\nMAXVAL 255\nTUPLTYPE ${type}\nENDHDR\n`,
  );
  const file = new Uint8Array(header.length + EDGE_PX * EDGE_PX * channels);
  file.set(header);
  let state = 0x9e37_79b9;
  for (let at = header.length; at < file.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    file[at] = state & 0xff;
  }
  return file;
}

function addProfile(file: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const roomBytes = MAX_SOURCE_BYTES - CONTAINER_BYTES - file.length;
  return rewriteMetadata(file, new Uint8Array(Math.min(bytes, roomBytes)));
}

async function publish(
  url: URL,
  source: Uint8Array<ArrayBuffer>,
  options: null | object = {},
): Promise<Publication> {
  const before = await readChildrenMs();
  const headers = { options: JSON.stringify(options) };
  const response = await fetch(url, { method: 'POST', headers, body: source });
  const body = await response.arrayBuffer();
  const ms = (await readChildrenMs()) - before;
  if (!response.ok) throw new Error(`Not published: ${new TextDecoder().decode(body)}`);
  return { ms, peakBytes: Number(response.headers.get('peak-bytes')) };
}

function describeStep(
  name: string,
  ours: readonly number[],
  baseline: readonly number[] = [],
): BenchRow {
  const ratio = baseline.length === 0 ? median(ours) : median(ours) / median(baseline);
  return { name, unit: 'ms', ours, baseline, ratio, target: 'none', pass: true };
}
