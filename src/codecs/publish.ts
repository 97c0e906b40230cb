import type { Pixels } from '../lib/pixels.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { systemClock } from '../lib/clock.ts';
import { LeasedPlaces } from '../lib/leased-places.ts';
import { encodeAlpha } from './alpha/encode-alpha.ts';
import { type DecodeFault, decodeWebp, releasePixels } from './decode.ts';
import { encodeWebp } from './encode.ts';
import { type CodecEngine, createEngine } from './engine.ts';
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

export interface RenderedPublish {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Faults of the source, and 'watermark_unusable' for one of the configuration; trying again helps with none of them. */
export type PublishFault = DecodeFault | 'watermark_unusable';

/** Also: there is no source. */
export type RenderFault = PublishFault | 'source_missing';

/**
 * A job gets 60 s of processor time (wrangler.toml), and the bucket some more at both ends of it. A lease counts the time
 * that passes, and nothing bounds how long that is: who takes longer runs beside the next.
 */
const LEASE_MS = 90_000;

/** No RGB profile in use comes near. A larger one is dropped: each view would carry it, each job hold it twice. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

const places = new LeasedPlaces({ places: 1, leaseMs: LEASE_MS, clock: systemClock });
/** What a job takes it puts back at its end: the engine of one that was cut off in its work is never used again. */
let idleEngine: CodecEngine | null = null;

/**
 * Makes `publish` from a `publish_source`, which is decoded in full: that proves that it is an image. Without a
 * watermark the result is the source itself, its ICC profile kept and all other metadata dropped; with one, the marked
 * pixels are encoded anew and get the source's profile. An isolate runs one job at a time, in at most
 * `CODEC_MEMORY_LIMIT_BYTES` of heaps and pixels: a job that waits for its turn has not read its source yet, and one that
 * has had it holds no result any more.
 * @param readSource returns null when there is no source.
 * @param store takes the result away.
 */
export function renderPublish<Stored>(
  readSource: () => Promise<Uint8Array | null>,
  options: PublishOptions,
  store: (rendered: RenderedPublish) => Promise<Stored>,
): Promise<Result<Stored, RenderFault>> {
  return places.run(async () => {
    const rendered = await render(readSource, options);
    return rendered.ok ? ok(await store(rendered.value)) : rendered;
  });
}

async function render(
  readSource: () => Promise<Uint8Array | null>,
  options: PublishOptions,
): Promise<Result<RenderedPublish, RenderFault>> {
  const source = await readSource();
  if (source === null) return err('source_missing');
  const engine = idleEngine ?? createEngine();
  idleEngine = null;
  try {
    return await renderWith(engine, source, options);
  } finally {
    idleEngine = engine;
  }
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
  const decoded = await decodeWebp(engine, image, info.value);
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
    const encoded = await encodeMarked(engine, pixels, quality, { hasAlpha, imageBytes });
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
      ? renderText(watermark, pixels)
      : await renderImage(engine, watermark, pixels);
  const isCounted = engine.budget.reserve(photonHeapBytes() - photonBytes);
  if (mark === null || !isCounted) return err('watermark_unusable');
  for (const point of placeMark(mark, pixels, watermark)) {
    blendOverlay(pixels, mark, point, watermark.opacity);
  }
  return ok(null);
}

async function encodeMarked(
  engine: CodecEngine,
  pixels: Pixels,
  quality: number,
  source: { readonly hasAlpha: boolean; readonly imageBytes: number },
): Promise<Result<Uint8Array, 'too_large'>> {
  const alph = source.hasAlpha ? takeOutAlpha(pixels) : null;
  const color = await encodeWebp(engine, pixels, quality, source.imageBytes);
  return color.ok && alph !== null ? ok(addAlpha(color.value, alph)) : color;
}

function takeOutAlpha(pixels: Pixels): Uint8Array {
  const alph = encodeAlpha(pixels);
  const { data } = pixels;
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return alph;
}
