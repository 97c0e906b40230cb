import type { Pixels } from '../lib/pixels.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { CodecEngine } from './codec-engine.ts';
import { runCodecJob } from './codec-job.ts';
import { type DecodeFault, decodePixels, releasePixels } from './decode.ts';
import { encodeWebp } from './encode.ts';
import { blendOverlay } from './watermark/blend.ts';
import { photonHeapBytes } from './watermark/photon-heap.ts';
import { placeMark } from './watermark/placement.ts';
import { renderImage } from './watermark/render-image.ts';
import type { Watermark } from './watermark/watermark.ts';
import { readIccProfile, rewriteMetadata } from './webp/mux.ts';
import { inspectWebp } from './webp/walker.ts';

export interface PublishOptions {
  readonly watermark: Watermark | null;
  /** 0 to 100. */
  readonly quality: number;
}

export interface RenderedPublish {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/**
 * Faults of the source, and 'watermark_unusable' for one of the configuration; trying again helps with none of them.
 */
export type PublishFault = DecodeFault | 'watermark_unusable';

/** Also: there is no source. */
export type RenderFault = PublishFault | 'source_missing';

/** No RGB profile in use comes near. A larger one is dropped: each view would carry it, each job hold it twice. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/**
 * Makes `publish` from a `publish_source`, which is decoded in full: that proves that it is an image. Without a
 * watermark the result is the source itself, its ICC profile kept and all other metadata dropped; with one, the marked
 * pixels are encoded anew and get the source's profile. An isolate runs one job at a time, in at most
 * `CODEC_MEMORY_LIMIT_BYTES` of heaps and pixels: a job that waits for its turn has not read its source yet, and one
 * that has had it holds no result any more.
 * @param readSource returns null when there is no source.
 * @param store takes the result away.
 */
export function renderPublish<Stored>(
  readSource: () => Promise<Uint8Array | null>,
  options: PublishOptions,
  store: (rendered: RenderedPublish) => Promise<Stored>,
): Promise<Result<Stored, RenderFault>> {
  return runCodecJob(readSource, (engine, source) => renderWith(engine, source, options), store);
}

/** Does what `renderPublish` does with the caller's own engine, which may have one job at a time. */
export async function renderWith(
  engine: CodecEngine,
  source: Uint8Array,
  { watermark, quality }: PublishOptions,
): Promise<Result<RenderedPublish, PublishFault>> {
  const info = inspectWebp(source);
  if (!info.ok) return err('undecodable');
  const { width, height, hasAlpha } = info.value;
  const profile = readKeptProfile(source);
  const image = rewriteMetadata(source, 'drop');
  const decoded = await decodePixels(engine, 'image/webp', image, info.value);
  if (!decoded.ok) return decoded;
  const pixels = decoded.value;
  try {
    if (watermark === null) {
      const bytes = profile === null ? image : rewriteMetadata(source, 'keep');
      return ok({ bytes, width, height });
    }
    const marked = await applyWatermark(engine, pixels, watermark);
    if (!marked.ok) return marked;
    const imageBytes = image.length;
    const encoded = await encodeWebp(engine, pixels, quality, {
      hasAlpha,
      expectedBytes: imageBytes,
    });
    if (!encoded.ok) return encoded;
    const bytes = rewriteMetadata(encoded.value, profile ?? 'drop');
    return ok({ bytes, width, height });
  } finally {
    releasePixels(engine, pixels);
  }
}

function readKeptProfile(source: Uint8Array): Uint8Array | null {
  const profile = readIccProfile(source);
  return profile === null || profile.length > MAX_PROFILE_BYTES ? null : profile;
}

async function applyWatermark(
  engine: CodecEngine,
  pixels: Pixels,
  watermark: Watermark,
): Promise<Result<null, 'watermark_unusable'>> {
  const photonBytes = photonHeapBytes();
  const mark =
    watermark.kind === 'text'
      ? (await import('./watermark/render-text.ts')).renderText(watermark, pixels)
      : await renderImage(engine, watermark, pixels);
  const isCounted = engine.budget.reserve(photonHeapBytes() - photonBytes);
  if (mark === null || !isCounted) return err('watermark_unusable');
  for (const point of placeMark(mark, pixels, watermark)) {
    blendOverlay(pixels, mark, point, watermark.opacity);
  }
  return ok(null);
}
