import type { Result } from '../../../shared/result.ts';
import { runCodecJob } from '../codec-job.ts';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../imaging/memory-budget.ts';
import { photonHeapBytes } from '../watermark/photon-heap.ts';
import type { Derivative, DerivativePlan, DeriveFault } from './derivative.ts';
import { deriveWith } from './derive-with.ts';
import { inspectImage, type ImageHeader, type InspectFault } from './inspect-image.ts';
import { peakBytes } from './peak-bytes.ts';

export function fitsIsolate(header: ImageHeader, fileBytes: number, plan: DerivativePlan): boolean {
  return peakBytes(header, fileBytes, plan) <= CODEC_MEMORY_LIMIT_BYTES - photonHeapBytes();
}

/** `readSource` returns null without a source. */
export function deriveInIsolate<Stored>(
  readSource: () => Promise<Uint8Array | null>,
  plan: DerivativePlan,
  use: (made: Derivative) => Promise<Stored>,
): Promise<Result<Stored, DeriveFault | 'source_missing'>> {
  return runCodecJob(readSource, (engine, source) => deriveWith(engine, source, plan), use);
}

export function inspectInIsolate(
  readSource: () => Promise<Uint8Array | null>,
): Promise<Result<ImageHeader, InspectFault | 'source_missing'>> {
  return runCodecJob(
    readSource,
    (_engine, source) => inspectImage(source),
    async (header) => header,
  );
}
