/** Runs mutated files through `inspectImage` and `deriveWith`, deterministic by seed. */

import sharp from 'sharp';
import { deriveWith } from '../../../../../src/worker/imaging/derive/derive-with.ts';
import { inspectImage } from '../../../../../src/worker/imaging/derive/inspect-image.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../../../src/imaging/memory-budget.ts';
import { type ImageType, sniffImageType } from '../../../../../src/imaging/sniff.ts';
import { containSize } from '../../../../../src/shared/recipe-geometry.ts';
import { makeSources, mutate, SOURCE_SIZE } from '../../../imaging/fixtures/mutants.ts';
import { createNodeEngine } from '../../../imaging/fixtures/node-engine.ts';

export const FUZZED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
] as const satisfies readonly ImageType[];

/** Results of a type. */
export interface FuzzReport {
  /** By 'made' or the fault. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Violations, with the seed. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

const LONG_EDGE = 48;
const MAX_MS = 30_000;

/** Runs one file for each seed, and cycles through the targets. */
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
    const { width, height } = header.ok ? header.value.size : SOURCE_SIZE;
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
