import type { Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { StallWatch } from '../../shared/stall-watch.ts';
import { readUpTo } from '../../shared/streams.ts';

/** No GIF: the local simulation makes none. */
export interface ConversionPlan {
  readonly mimeType: 'image/avif' | 'image/jpeg' | 'image/png' | 'image/webp';
  /** Upright. */
  readonly size: Size;
  /** 1 to 100; ignored for PNG, and by the local simulation. */
  readonly quality: number;
  /** Stretched to the size by default; `cover` crops in the centre. */
  readonly fit?: 'cover' | 'squeeze';
}

/** The image may be sound. */
export type ConversionFault = 'undecodable' | 'too_large';

/** The service answers a larger AVIF with another type, after the work is done and paid for. */
const AVIF_MAX_SIDE_PIXELS = 1200;

const UNREADABLE_CODES: ReadonlySet<unknown> = new Set([9412, 9420, 9520]);
const LIMIT_CODES: ReadonlySet<unknown> = new Set([9413]);
/** 9516 is also the number of a failed encoder. */
const DECODER_FAILURE = /9516.*decoding/isu;
/** Formats that an account has not paid for have the number of a broken image. */
const NOT_OFFERED = /not enabled|not supported/iu;
/** The local simulation answers a broken image with this library's stack, without a number. */
const SIMULATION_STACK = 'at Sharp.';
const SIMULATION_LIMITS = /too large|exceeds/iu;

/** For the service's answer, and again for its result: together less than any lease around a conversion. */
const TIMEOUT_MS = 20_000;

/**
 * Up to 100 megapixels and 12,000 pixels a side; the first frame, upright, in sRGB, without metadata; AVIF on some
 * accounts (developers.cloudflare.com/images: Limits and formats; Errors; Optimize with Workers).
 */
export class ImageService {
  readonly #images: ImagesBinding;
  readonly #maxBytes: number;
  readonly #timeoutMs: number;

  constructor(images: ImagesBinding, maxBytes: number, timeoutMs = TIMEOUT_MS) {
    this.#images = images;
    this.#maxBytes = maxBytes;
    this.#timeoutMs = timeoutMs;
  }

  /** Only the result is in memory, twice while it is read. */
  async convert(
    source: ReadableStream<Uint8Array>,
    plan: ConversionPlan,
  ): Promise<Result<Uint8Array<ArrayBuffer>, ConversionFault>> {
    const body = await this.open(source, plan);
    if (!body.ok) return body;
    const patience = { idleMs: this.#timeoutMs, wholeMs: this.#timeoutMs };
    const bytes = await readUpTo(body.value, this.#maxBytes, patience);
    if (bytes !== null) return ok(bytes);
    body.value.cancel().catch(() => undefined);
    return err('too_large');
  }

  /**
   * Transparency turns white in a type without it, but black in the local simulation.
   * @throws {Error} when the service or the stream fails or stalls; the image may be sound.
   */
  async open(
    source: ReadableStream<Uint8Array>,
    { mimeType, size, quality, fit = 'squeeze' }: ConversionPlan,
  ): Promise<Result<ReadableStream<Uint8Array>, ConversionFault>> {
    const { width, height } = size;
    if (mimeType === 'image/avif' && Math.max(width, height) > AVIF_MAX_SIDE_PIXELS) {
      await source.cancel();
      return err('too_large');
    }
    const transform: ImageTransform = { width, height, fit };
    // With a quality, a PNG would get a palette.
    const isLossless = mimeType === 'image/png';
    const watch = new StallWatch(this.#timeoutMs);
    try {
      const answer = this.#images
        .input(source)
        .transform(mimeType === 'image/jpeg' ? { ...transform, background: '#ffffff' } : transform)
        .output({ format: mimeType, anim: false, ...(isLossless ? {} : { quality }) });
      const result = await watch.wait(answer);
      if (result.contentType() === mimeType) return ok(result.image());
      await result.image().cancel();
      return err('too_large');
    } catch (error) {
      const fault = readFault(error);
      if (fault === null) throw error;
      return err(fault);
    } finally {
      watch.stop();
    }
  }
}

export function openImageService(
  images: ImagesBinding | undefined,
  maxBytes: number,
): ImageService | null {
  return images === undefined ? null : new ImageService(images, maxBytes);
}

/** Null when the failure is not about the image. */
function readFault(error: unknown): ConversionFault | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const { code } = error as Partial<ImagesError>;
  if (message.includes(SIMULATION_STACK)) {
    return SIMULATION_LIMITS.test(message) ? 'too_large' : 'undecodable';
  }
  if (LIMIT_CODES.has(code)) return 'too_large';
  if (DECODER_FAILURE.test(message)) return 'undecodable';
  if (!UNREADABLE_CODES.has(code)) return null;
  return NOT_OFFERED.test(message) ? 'too_large' : 'undecodable';
}
