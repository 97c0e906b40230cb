import type { Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { StallWatch } from '../../shared/stall-watch.ts';
import { readUpTo } from '../../shared/streams.ts';

/** A conversion. GIF is left out: the local simulation makes none. */
export interface ConversionPlan {
  readonly mimeType: 'image/avif' | 'image/jpeg' | 'image/png' | 'image/webp';
  /** Of the upright picture; the result is stretched to it. */
  readonly size: Size;
  /** 1 to 100; ignored for PNG, and by the local simulation. */
  readonly quality: number;
}

/** `too_large`: the service does not do it, however sound the image is. */
export type ConversionFault = 'undecodable' | 'too_large';

/** Beyond it the service answers with another type, after the work is done and paid for. */
const AVIF_MAX_SIDE_PIXELS = 1200;

/** The service's numbers for an image that it cannot read, and for one that is beyond its limits. */
const UNREADABLE_CODES: ReadonlySet<unknown> = new Set([9412, 9420, 9520]);
const LIMIT_CODES: ReadonlySet<unknown> = new Set([9413]);
/** The number of a failed decoder is that of a failed encoder, too. */
const DECODER_FAILURE = /9516.*decoding/isu;
/** Formats that an account has not paid for have the number of a broken image. */
const NOT_OFFERED = /not enabled|not supported/iu;
/** The local simulation answers a broken image with its library's stack and no code. */
const SIMULATION_STACK = 'at Sharp.';
const SIMULATION_LIMITS = /too large|exceeds/iu;

/** For the service's answer, and again for its result: together less than any lease around a conversion. */
const TIMEOUT_MS = 20_000;

/**
 * The platform's image service, for images too large for an isolate's memory. It decodes JPEG, PNG, GIF, WebP and, on some
 * accounts, AVIF of up to 100 megapixels and 12,000 pixels a side, the first frame of animations, upright and in sRGB,
 * and drops metadata. An AVIF of more than 1,200 pixels a side comes back as another type
 * (developers.cloudflare.com/images: Limits and formats; Errors; Optimize with Workers).
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

  /** Converts an image as `open` does. Only its result is in memory, twice while it is read. */
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
   * Converts an image. Transparency turns white in a type without it, but black in the local simulation.
   * @throws {Error} when the service or the stream fails or stalls, which says nothing about the image.
   */
  async open(
    source: ReadableStream<Uint8Array>,
    { mimeType, size, quality }: ConversionPlan,
  ): Promise<Result<ReadableStream<Uint8Array>, ConversionFault>> {
    const { width, height } = size;
    if (mimeType === 'image/avif' && Math.max(width, height) > AVIF_MAX_SIDE_PIXELS) {
      await source.cancel();
      return err('too_large');
    }
    const transform: ImageTransform = { width, height, fit: 'squeeze' };
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

/** The service of a binding that a deployment may leave out. */
export function openImageService(
  images: ImagesBinding | undefined,
  maxBytes: number,
): ImageService | null {
  return images === undefined ? null : new ImageService(images, maxBytes);
}

/** The fault of the image that a failure names; null for none. */
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
