import type { Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ColorConversion } from '../../../imaging/color/convert-pixels.ts';
import { planSrgb } from '../../../imaging/color/plan-srgb.ts';
import { ImageError, isBrokenFile } from '../../../imaging/image-error.ts';
import { type ImageType, SNIFF_BYTES, sniffImageType } from '../../../imaging/sniff.ts';
import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { decodingBytes } from './decoding-bytes.ts';

/** What a file's headers say, as plain data. */
export interface ImageHeader {
  readonly mimeType: ImageType;
  /** Upright, and of what is to be shown; of an animation its canvas. */
  readonly size: Size;
  /** As it is decoded: before orientation, and before an AVIF's aperture cuts it. */
  readonly storedSize: Size;
  /** EXIF's, 1 to 8; rotation and mirroring of AVIF are expressed by it too. */
  readonly orientation: number;
  readonly animated: boolean;
  /** Whether pixels of the first image may be transparent. */
  readonly hasAlpha: boolean;
  /** What decoding takes at most beside the file, pixels included, in bytes; infinite for a coding nobody here reads. */
  readonly decodingBytes: number;
}

/** A file's headers, and what decoding needs of them. */
export interface InspectedImage {
  readonly header: ImageHeader;
  readonly info: SourceInfo;
  /** To be made of the decoded pixels; null when they are sRGB's. */
  readonly toSrgb: ColorConversion | null;
}

export type InspectFault = 'unsupported_type' | 'malformed';

/**
 * Reads the headers of an image of any of the five types, its type by content. Decodes nothing. A prefix of a JPEG,
 * WebP or PNG will not do: metadata of any length, and in a WebP the orientation, may come late.
 */
export async function inspectImage(file: Uint8Array): Promise<Result<ImageHeader, InspectFault>> {
  const inspected = await inspectFully(file);
  return inspected.ok ? ok(inspected.value.header) : inspected;
}

/** Does what `inspectImage` does for one who decodes next. */
export async function inspectFully(
  file: Uint8Array,
): Promise<Result<InspectedImage, InspectFault>> {
  const mimeType = sniffImageType(file.subarray(0, SNIFF_BYTES));
  if (mimeType === null) return err('unsupported_type');
  try {
    const info = await inspectSource(mimeType, file);
    const toSrgb = planColors(info);
    const { animated, hasAlpha, orientation } = info;
    const shown = info.aperture ?? info;
    const isReadable = info.obstacle === null && toSrgb !== 'unreadable';
    const header: ImageHeader = {
      mimeType,
      size: orientedSize(shown.width, shown.height, orientation),
      storedSize: { width: info.width, height: info.height },
      orientation,
      animated,
      hasAlpha,
      decodingBytes: isReadable ? decodingBytes(mimeType, info, file) : Infinity,
    };
    return ok({ header, info, toSrgb: toSrgb === 'unreadable' ? null : toSrgb });
  } catch (error) {
    if (isBrokenFile(error) || error instanceof ImageError) return err('malformed');
    throw error;
  }
}

function planColors({ color }: SourceInfo): ColorConversion | null | 'unreadable' {
  try {
    return planSrgb(color);
  } catch (error) {
    if (error instanceof ImageError) return 'unreadable';
    throw error;
  }
}
