import { BYTES_PER_PIXEL, type Pixels, type Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { encodeAlpha } from './alpha/encode-alpha.ts';
import type { CodecOutcome } from '../../imaging/codec-host.ts';
import type { MemoryBudget } from '../../imaging/memory-budget.ts';
import type { CodecEngine } from './codec-engine.ts';
import { addAlpha } from '../../imaging/webp/mux.ts';

/** Heap of libwebp at its default settings, measured and rounded up. */
const HEAP_BYTES_PER_PIXEL = 6;
const HEAP_BYTES_PER_OUTPUT_BYTE = 18;

export interface EncodeHints {
  readonly hasAlpha: boolean;
  readonly expectedBytes: number;
}

/** Without metadata; quality is 0 to 100. Alpha is kept losslessly, and removed from the pixels. */
export async function encodeWebp(
  engine: CodecEngine,
  pixels: Pixels,
  quality: number,
  { hasAlpha, expectedBytes }: EncodeHints,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too_large'>> {
  const alph = hasAlpha ? takeOutAlpha(pixels) : null;
  const color = encodeOpaque(engine, pixels, quality, expectedBytes);
  return color.ok && alph !== null ? ok(addAlpha(color.value, alph)) : color;
}

function takeOutAlpha(pixels: Pixels): Uint8Array {
  const { width, height, data } = pixels;
  const alph = encodeAlpha({ width, height, samples: data, first: 3, step: BYTES_PER_PIXEL });
  for (let i = 3; i < data.length; i += BYTES_PER_PIXEL) data[i] = 255;
  return alph;
}

function encodeOpaque(
  { budget, picture }: CodecEngine,
  pixels: Pixels,
  quality: number,
  expectedBytes: number,
): Result<Uint8Array<ArrayBuffer>, 'too_large'> {
  const outcome = encodeWithin(budget, pixels, expectedBytes, (isLowOnMemory) =>
    picture.attempt((engine) =>
      engine.encode(engine.hold(pixels), quality, { withAlpha: false, isLowOnMemory }),
    ),
  );
  if (outcome.value !== null) return ok(outcome.value);
  if (outcome.outOfMemory) return err('too_large');
  throw new Error('The WebP encoder refused sound pixels');
}

/** Tokens of `expectedBytes` that exceed the budget cost another pass, which takes half as long again. */
export function encodeWithin<Made>(
  budget: MemoryBudget,
  { width, height }: Size,
  expectedBytes: number,
  attempt: (isLowOnMemory: boolean) => CodecOutcome<Made>,
): CodecOutcome<Made> {
  const needed = HEAP_BYTES_PER_PIXEL * width * height + HEAP_BYTES_PER_OUTPUT_BYTE * expectedBytes;
  const isLow = needed > budget.availableBytes;
  const first = attempt(isLow);
  return first.value === null && first.outOfMemory && !isLow ? attempt(true) : first;
}
