/** Mutated files of every type straight through `inspectImage` and `deriveWith`: the same seed gives the same file. */

import sharp, { type Sharp } from 'sharp';
import { deriveWith } from '../../../../src/codecs/derive/derive-with.ts';
import { inspectImage } from '../../../../src/codecs/derive/inspect-image.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../../src/codecs/memory-budget.ts';
import { type ImageType, sniffImageType } from '../../../../src/codecs/sniff.ts';
import { containSize } from '../../../../src/lib/recipe-geometry.ts';
import { createNodeEngine } from '../fixtures/node-engine.ts';
import { createRandom, type Random } from '../fixtures/noise.ts';
import { paint } from '../fixtures/pictures.ts';
import { fromPixels, takePicture } from '../fixtures/sharp-pictures.ts';

export const FUZZED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
] as const satisfies readonly ImageType[];

/** What became of the mutated files of a type. */
export interface FuzzReport {
  /** By 'made' or the fault. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** What must not be: in words, with the seed. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

const SIZE = { width: 96, height: 64 };
const LONG_EDGE = 48;
const MAX_MS = 30_000;
const MAX_STEPS = 3;
const HEADER_BYTES = 400;
const EDGES = [0, 1, 2, 3, 8, 16, 64, 127, 128, 254, 255];

/** Puts files of a type through, one for each seed, targets in turn. */
export async function fuzzType(type: ImageType, seeds: Iterable<number>): Promise<FuzzReport> {
  const sources = await makeSources(type);
  const engine = await createNodeEngine();
  const idleBytes = engine.budget.availableBytes;
  const outcomes = new Map<string, number>();
  const failures: string[] = [];
  let slowestMs = 0;
  for (const seed of seeds) {
    const file = mutate(sources, seed);
    const startedAt = performance.now();
    const outcome = await deriveMutant(file, seed).catch(
      (error: unknown) => `throws ${String(error)}`,
    );
    const tookMs = performance.now() - startedAt;
    slowestMs = Math.max(slowestMs, tookMs);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (!OUTCOMES.has(outcome)) failures.push(`${type}, seed ${seed}: ${outcome}`);
    if (tookMs > MAX_MS) failures.push(`${type}, seed ${seed}: takes ${Math.round(tookMs)} ms`);
    if (engine.budget.availableBytes !== idleBytes) {
      failures.push(`${type}, seed ${seed}: keeps memory`);
      break;
    }
  }
  if (engine.budget.peakBytes > CODEC_MEMORY_LIMIT_BYTES) failures.push(`${type}: over the limit`);
  return { outcomes, failures, slowestMs };

  async function deriveMutant(file: Uint8Array, seed: number): Promise<string> {
    const mimeType = FUZZED_TYPES[seed % FUZZED_TYPES.length] ?? 'image/webp';
    const header = await inspectImage(file);
    const { width, height } = header.ok ? header.value.size : SIZE;
    const size = containSize(width, height, LONG_EDGE);
    const made = await deriveWith(engine, file, { mimeType, size, quality: 1 + (seed % 100) });
    if (!made.ok) return header.ok ? made.error : header.error;
    if (!header.ok) return 'makes something of what has no headers';
    if (sniffImageType(made.value.bytes) !== mimeType) return 'makes another type';
    const decoded = await sharp(made.value.bytes).metadata();
    const isSize = decoded.width === size.width && decoded.height === size.height;
    return isSize ? 'made' : 'makes another size';
  }
}

const OUTCOMES: ReadonlySet<string> = new Set([
  'made',
  'undecodable',
  'too_large',
  'unsupported_type',
  'malformed',
]);

async function makeSources(type: ImageType): Promise<Uint8Array[]> {
  const photo = takePicture(SIZE).withMetadata({ orientation: 6 }).withIccProfile('p3');
  const glass = fromPixels(paint(96, 64, (x, y) => [x * 2, y * 3, 99, x * 2]));
  const pages = await Promise.all([photo, glass].map((page) => page.clone().png().toBuffer()));
  const animation = sharp(pages, { join: { animated: true } });
  const writers: Record<ImageType, Sharp[]> = {
    'image/jpeg': [
      photo.clone().jpeg({ quality: 70 }),
      photo.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
      photo.clone().toColourspace('cmyk').jpeg(),
      photo.clone().grayscale().jpeg(),
    ],
    'image/png': [
      photo.clone().png(),
      glass.clone().png({ progressive: true }),
      photo.clone().png({ palette: true }),
      glass.clone().toColourspace('rgb16').png(),
    ],
    'image/gif': [photo.clone().gif(), animation.clone().gif(), glass.clone().gif()],
    'image/webp': [
      photo.clone().webp({ quality: 60 }),
      glass.clone().webp({ quality: 60 }),
      glass.clone().webp({ lossless: true }),
      animation.clone().webp({ quality: 60 }),
    ],
    'image/avif': [
      photo.clone().avif({ quality: 50, effort: 0 }),
      glass.clone().avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }),
    ],
  };
  return Promise.all(writers[type].map(async (file) => new Uint8Array(await file.toBuffer())));
}

function mutate(sources: readonly Uint8Array[], seed: number): Uint8Array {
  const random = createRandom(Math.imul(seed + 1, 2_654_435_761));
  const below = (limit: number): number => random() % Math.max(1, limit);
  let file = sources[below(sources.length)] ?? new Uint8Array();
  const steps = 1 + below(MAX_STEPS);
  for (let step = 0; step < steps; step += 1) file = mutateOnce(file, sources, random);
  return file;
}

function mutateOnce(file: Uint8Array, sources: readonly Uint8Array[], random: Random): Uint8Array {
  const below = (limit: number): number => random() % Math.max(1, limit);
  // Half of the changes hit the headers, which are a small part of the file.
  const at = below(random() % 2 === 0 ? Math.min(HEADER_BYTES, file.length) : file.length);
  const length = below(Math.min(200, file.length - at));
  const changed = file.slice();
  switch (below(8)) {
    case 0:
      changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
      return changed;
    case 1:
      changed[at] = EDGES[below(EDGES.length)] ?? 0;
      return changed;
    case 2:
      changed.fill(EDGES[below(EDGES.length)] ?? 0, at, at + below(5));
      return changed;
    case 3:
      for (let offset = at; offset < at + length; offset += 1) changed[offset] = below(256);
      return changed;
    case 4:
      return changed.subarray(0, at);
    case 5:
      return join(changed.subarray(0, at), changed.subarray(at + length));
    case 6:
      return join(changed.subarray(0, at + length), changed.subarray(at));
    default: {
      const donor = sources[below(sources.length)] ?? changed;
      const from = below(donor.length);
      const piece = donor.subarray(from, from + length);
      return join(changed.subarray(0, at), piece, changed.subarray(at));
    }
  }
}

const join = (...pieces: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(pieces));
