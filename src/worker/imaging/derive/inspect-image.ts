import type { Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ColorConversion } from '../../../imaging/color/convert-pixels.ts';
import { planSrgb } from './plan-srgb.ts';
import { ImageError, isBrokenFile } from '../../../imaging/image-error.ts';
import { type ImageType, SNIFF_BYTES, sniffImageType } from '../../../imaging/sniff.ts';
import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import type { SourceInfo } from '../../../imaging/source/source-info.ts';
import { decodingBytes, isReduced } from './decoding-bytes.ts';

export interface ImageHeader {
  readonly mimeType: ImageType;
  /** Upright and cropped; the canvas of an animation. */
  readonly size: Size;
  /** Before orientation and aperture. */
  readonly storedSize: Size;
  /** 1 to 8, also for rotation and mirroring of AVIF. */
  readonly orientation: number;
  readonly animated: boolean;
  /** Of the first frame. */
  readonly hasAlpha: boolean;
  /** Decoded in rows, and drawn at the wanted size at once. */
  readonly isReduced: boolean;
  /** At most, beside the file, pixels included unless it is reduced; infinite for an unsupported coding. */
  readonly decodingBytes: number;
}

export interface InspectedImage {
  readonly header: ImageHeader;
  readonly info: SourceInfo;
  readonly toSrgb: ColorConversion | null;
}

export type InspectFault = 'unsupported_type' | 'malformed';

/** Needs the whole file: metadata may come late, in a WebP the orientation too. Decodes nothing. */
export async function inspectImage(file: Uint8Array): Promise<Result<ImageHeader, InspectFault>> {
  const inspected = await inspectFully(file);
  return inspected.ok ? ok(inspected.value.header) : inspected;
}

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
      isReduced: isReduced(mimeType, info),
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
