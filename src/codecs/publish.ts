import { err, ok, type Result } from '../lib/result.ts';
import { encodeAlpha } from './alpha/encode-alpha.ts';
import { type DecodeFault, decodeWebp } from './decode.ts';
import { encodeWebp } from './encode.ts';
import { JobLock } from './job-lock.ts';
import { MemoryBudget } from './memory-budget.ts';
import type { Pixels } from './pixels.ts';
import { blendOverlay } from './watermark/blend.ts';
import { photonHeapBytes } from './watermark/photon.ts';
import { placeMark } from './watermark/placement.ts';
import { renderImage } from './watermark/render-image.ts';
import { renderText } from './watermark/render-text.ts';
import type { Watermark } from './watermark/watermark.ts';
import { addAlpha, readIccProfile, rewriteMetadata } from './webp/mux.ts';
import { inspectWebp } from './webp/walker.ts';

export interface PublishOptions {
  readonly watermark: Watermark | null;
  /** 0 to 100. */
  readonly quality: number;
}

export interface PublishedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Faults of the source, and 'watermark_unusable' for one of the configuration; none goes away by trying again. */
export type PublishFault = DecodeFault | 'watermark_unusable';

const applyWatermark = async (
  pixels: Pixels,
  watermark: Watermark,
  budget: MemoryBudget,
): Promise<Result<null, 'watermark_unusable'>> => {
  const photonBytes = photonHeapBytes();
  const mark =
    watermark.kind === 'text'
      ? renderText(watermark, pixels)
      : await renderImage(watermark, pixels, budget);
  const isCounted = budget.take(photonHeapBytes() - photonBytes);
  if (mark === null || !isCounted) return err('watermark_unusable');
  for (const point of placeMark(mark, pixels, watermark)) {
    blendOverlay(pixels, mark, point, watermark.opacity);
  }
  return ok(null);
};

const takeOutAlpha = (pixels: Pixels): Uint8Array | null => {
  const { data } = pixels;
  let isOpaque = true;
  for (let i = 3; i < data.length && isOpaque; i += 4) isOpaque = data[i] === 255;
  if (isOpaque) return null;
  const alph = encodeAlpha(pixels);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return alph;
};

/** As `renderPublish`, within `budget`; the caller sees to it that no other job runs in the isolate. */
export const renderWithin = async (
  budget: MemoryBudget,
  source: Uint8Array,
  { watermark, quality }: PublishOptions,
): Promise<Result<PublishedImage, PublishFault>> => {
  const info = inspectWebp(source);
  if (!info.ok) return err('undecodable');
  const { width, height } = info.value;
  const image = rewriteMetadata(source, 'drop');
  const decoded = await decodeWebp(image, info.value, budget);
  if (!decoded.ok) return decoded;
  if (watermark === null) return ok({ bytes: rewriteMetadata(source, 'keep'), width, height });
  const pixels = decoded.value;
  const marked = await applyWatermark(pixels, watermark, budget);
  if (!marked.ok) return marked;
  const alph = takeOutAlpha(pixels);
  const color = await encodeWebp(pixels, quality, image.length, budget);
  if (!color.ok) return color;
  const encoded = alph === null ? color.value : addAlpha(color.value, alph);
  const bytes = rewriteMetadata(encoded, readIccProfile(source) ?? 'drop');
  return ok({ bytes, width, height });
};

const lock = new JobLock();

/**
 * Makes `publish` from a `publish_source`, which is decoded in full: that is the proof that it is an image.
 * Without a watermark it is the source itself, its ICC profile kept and all other metadata dropped;
 * with one, the marked pixels are encoded anew and get the source's profile. One job runs at a time in
 * an isolate, in at most `CODEC_MEMORY_LIMIT_BYTES` of heaps and pixels.
 */
export const renderPublish = (
  source: Uint8Array,
  options: PublishOptions,
): Promise<Result<PublishedImage, PublishFault>> =>
  lock.run(() => {
    const budget = new MemoryBudget();
    budget.take(photonHeapBytes());
    return renderWithin(budget, source, options);
  });
