import type { Result } from '../../../shared/result.ts';
import { runCodecJob } from '../codec-job.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../imaging/memory-budget.ts';
import { photonHeapBytes } from '../watermark/photon-heap.ts';
import type { Derivative, DerivativePlan, DeriveFault } from './derivative.ts';
import { deriveWith } from './derive-with.ts';
import { inspectImage, type ImageHeader, type InspectFault } from './inspect-image.ts';
import { peakBytes } from './peak-bytes.ts';

/** Whether this isolate can make a derivative, before anything is decoded. */
export function fitsIsolate(header: ImageHeader, fileBytes: number, plan: DerivativePlan): boolean {
  return peakBytes(header, fileBytes, plan) <= CODEC_MEMORY_LIMIT_BYTES - photonHeapBytes();
}

/**
 * Makes a derivative in this isolate: see `deriveWith`. A job that waits for its turn, publications among those before
 * it, has not read its source yet, and one that has had it holds no result any more.
 * @param readSource returns null when there is no source.
 * @param use takes the result away.
 */
export function deriveInIsolate<Stored>(
  readSource: () => Promise<Uint8Array | null>,
  plan: DerivativePlan,
  use: (made: Derivative) => Promise<Stored>,
): Promise<Result<Stored, DeriveFault | 'source_missing'>> {
  return runCodecJob(readSource, (engine, source) => deriveWith(engine, source, plan), use);
}

/** Does what `inspectImage` does, as a job: the file is in memory. */
export function inspectInIsolate(
  readSource: () => Promise<Uint8Array | null>,
): Promise<Result<ImageHeader, InspectFault | 'source_missing'>> {
  return runCodecJob(
    readSource,
    (_engine, source) => inspectImage(source),
    async (header) => header,
  );
}
