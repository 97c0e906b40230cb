import type { Size } from '../../shared/pixels.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import {
  ALPH_HEADER_BYTES,
  isImage,
  isSoundAlpha,
  parseImageHeader,
  VP8_HEADER_BYTES,
  VP8L_HEADER_BYTES,
} from './bitstream.ts';
import type { WebpFault } from './faults.ts';
import { FOURCC, readUint24, VP8X_FLAG, VP8X_PAYLOAD_BYTES } from './format.ts';

/** `hasAlpha` follows the image chunks, not the VP8X flag. */
export interface WebpInfo extends Size {
  readonly format: 'lossy' | 'lossless';
  /** Begins with VP8X, required for any chunk besides the image. */
  readonly extended: boolean;
  readonly hasAlpha: boolean;
  readonly hasIccp: boolean;
  readonly hasExif: boolean;
  readonly hasXmp: boolean;
  readonly hasUnknown: boolean;
}

const HEADS: ReadonlyMap<number, { readonly bytes: number; readonly fault: WebpFault }> = new Map([
  [FOURCC.VP8X, { bytes: VP8X_PAYLOAD_BYTES, fault: 'bad_vp8x' }],
  [FOURCC.VP8, { bytes: VP8_HEADER_BYTES, fault: 'bad_vp8' }],
  [FOURCC.VP8L, { bytes: VP8L_HEADER_BYTES, fault: 'bad_vp8l' }],
  [FOURCC.ALPH, { bytes: ALPH_HEADER_BYTES, fault: 'bad_alpha' }],
]);

/** Still WebP (RFC 9649, 2.5 to 2.7): `admit` and `inspect` each chunk, then `finish`. Ignores reserved bits. */
export class StillLayout {
  canvas: Size | null = null;
  #format: WebpInfo['format'] | null = null;
  #flags: number | null = null;
  #hasAlpha = false;
  #hasUnknown = false;
  readonly #seen = new Set<number>();

  admit(tag: number, payloadBytes: number): WebpFault | null {
    if (tag === FOURCC.ANIM || tag === FOURCC.ANMF) return 'animated';
    const isFirst = this.#seen.size === 0;
    if (isFirst && tag !== FOURCC.VP8X && !isImage(tag)) return 'chunk_order';
    if (!isFirst && this.#flags === null) return 'unexpected_chunk';
    if (!isKnown(tag)) {
      this.#hasUnknown = true;
      return null;
    }
    const hasImage = this.#format !== null;
    const hasAlphaChunk = this.#seen.has(FOURCC.ALPH);
    if (this.#seen.has(tag) || (isImage(tag) && hasImage)) return 'duplicate_chunk';
    if (tag === FOURCC.ALPH && hasImage) return 'chunk_order';
    if (tag === FOURCC.ICCP && (hasImage || hasAlphaChunk)) return 'chunk_order';
    if (tag === FOURCC.VP8L && hasAlphaChunk) return 'unexpected_chunk';
    this.#seen.add(tag);
    const head = HEADS.get(tag);
    return head !== undefined && payloadBytes < head.bytes ? head.fault : null;
  }

  /** `head` is the first `inspectedBytes(tag)` bytes of the payload. */
  inspect(tag: number, payloadBytes: number, head: DataView): WebpFault | null {
    if (tag === FOURCC.VP8X) return this.#inspectVp8x(payloadBytes, head);
    if (tag === FOURCC.ALPH) return this.#inspectAlpha(payloadBytes, head);
    const isLossy = tag === FOURCC.VP8;
    const image = parseImageHeader(tag, head, payloadBytes);
    if (image === null) return isLossy ? 'bad_vp8' : 'bad_vp8l';
    const { width, height } = image;
    if (this.canvas === null) this.canvas = { width, height };
    if (this.canvas.width !== width || this.canvas.height !== height) return 'canvas_mismatch';
    this.#format = isLossy ? 'lossy' : 'lossless';
    this.#hasAlpha ||= image.hasAlpha;
    return null;
  }

  #inspectVp8x(payloadBytes: number, head: DataView): WebpFault | null {
    if (payloadBytes !== VP8X_PAYLOAD_BYTES) return 'bad_vp8x';
    this.#flags = head.getUint8(0);
    if ((this.#flags & VP8X_FLAG.ANIMATION) !== 0) return 'animated';
    this.canvas = { width: readUint24(head, 4) + 1, height: readUint24(head, 7) + 1 };
    return null;
  }

  #inspectAlpha(payloadBytes: number, head: DataView): WebpFault | null {
    if (this.canvas === null) return 'bad_alpha';
    this.#hasAlpha = true;
    return isSoundAlpha(head, payloadBytes, this.canvas) ? null : 'bad_alpha';
  }

  finish(): Result<WebpInfo, WebpFault> {
    if (this.canvas === null || this.#format === null) return err('missing_image');
    if (this.#flags !== null && !this.#agreesWithFlags(this.#flags)) return err('flags_mismatch');
    return ok({
      width: this.canvas.width,
      height: this.canvas.height,
      format: this.#format,
      extended: this.#flags !== null,
      hasAlpha: this.#hasAlpha,
      hasIccp: this.#seen.has(FOURCC.ICCP),
      hasExif: this.#seen.has(FOURCC.EXIF),
      hasXmp: this.#seen.has(FOURCC.XMP),
      hasUnknown: this.#hasUnknown,
    });
  }

  #agreesWithFlags(flags: number): boolean {
    const agrees = (flag: number, tag: number) => ((flags & flag) !== 0) === this.#seen.has(tag);
    // The alpha flag may be set for an opaque image: encoders do so, and libwebp accepts it.
    const isAlphaPromised = (flags & VP8X_FLAG.ALPHA) !== 0 || !this.#hasAlpha;
    return (
      isAlphaPromised &&
      agrees(VP8X_FLAG.ICCP, FOURCC.ICCP) &&
      agrees(VP8X_FLAG.EXIF, FOURCC.EXIF) &&
      agrees(VP8X_FLAG.XMP, FOURCC.XMP)
    );
  }
}

/** 0 for chunks that are skipped. */
export function inspectedBytes(tag: number): number {
  return HEADS.get(tag)?.bytes ?? 0;
}

function isKnown(tag: number): boolean {
  return HEADS.has(tag) || tag === FOURCC.ICCP || tag === FOURCC.EXIF || tag === FOURCC.XMP;
}
