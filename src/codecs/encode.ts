import { defaultOptions } from '@jsquash/webp/meta.js';

import type { Pixels } from '../lib/pixels.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { CodecOutcome } from './codec-host.ts';
import type { CodecEngine } from './engine.ts';

/** Heap that libwebp needs at its default settings: measured, rounded up a little. */
const HEAP_BYTES_PER_PIXEL = 10;
const HEAP_BYTES_PER_OUTPUT_BYTE = 21;

/**
 * Encodes opaque pixels as a lossy WebP, with libwebp's default settings except for `quality` (0 to 100). Libwebp keeps
 * its tokens in memory unless told to make another pass, which takes half as long again: it is told to do so when the
 * tokens would not fit into the budget, as estimated from `expectedBytes` of output.
 */
export async function encodeWebp(
  { budget, encoder }: CodecEngine,
  { data, width, height }: Pixels,
  quality: number,
  expectedBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too_large'>> {
  const attempt = (lowMemory: 0 | 1): Promise<CodecOutcome<Uint8Array<ArrayBuffer>>> =>
    encoder.use((codec) =>
      codec.encode(data, width, height, { ...defaultOptions, quality, low_memory: lowMemory }),
    );
  // As in decoding: the glue's two copies of the pixels must fit.
  if (2 * data.length >= budget.availableBytes) return err('too_large');
  const needed = HEAP_BYTES_PER_PIXEL * width * height + HEAP_BYTES_PER_OUTPUT_BYTE * expectedBytes;
  const first = await attempt(needed <= budget.availableBytes ? 0 : 1);
  const outcome = first.value === null && first.outOfMemory ? await attempt(1) : first;
  if (outcome.value !== null) return ok(outcome.value);
  if (outcome.outOfMemory) return err('too_large');
  throw new Error('The WebP encoder refused sound pixels');
}
