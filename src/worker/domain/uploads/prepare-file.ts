import { ImageError } from '../../../imaging/image-error.ts';
import { SNIFF_BYTES, sniffImageType } from '../../../imaging/sniff.ts';
import { checkReadable } from '../../../imaging/source/check-readable.ts';
import { inspectSource } from '../../../imaging/source/inspect-source.ts';
import { hideWebpExif } from '../../imaging/hide-webp-exif.ts';
import {
  type ConvertPart,
  type PlannedPart,
  type PreparedPart,
  prepareParts,
  type StillSource,
} from '../../imaging/prepare/prepare-parts.ts';
import { VARIANT_MIME_TYPE } from '../../../shared/variants.ts';
import { streamOf } from '../../lib/stream-of.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { SIZE_FAULT_ERRORS, sizeFault } from './manifest.ts';

type PrepareServices = Pick<Services, 'config' | 'imageService'>;

export type { PreparedPart, StillSource };

export const PREPARE_FILE_ERRORS = [
  'unsupported_type',
  ...SIZE_FAULT_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Makes the parts of a whole file, for clients that cannot: in the isolate, or by the image service if they do not fit.
 * Only stills.
 * @throws {Error} when a codec or the service fails, which says nothing about the file.
 */
export async function prepareFile<Used>(
  services: PrepareServices,
  file: Uint8Array<ArrayBuffer>,
  use: (source: StillSource, parts: readonly PreparedPart[]) => Promise<Used>,
): Promise<Used> {
  const source = await inspectFile(services, file);
  const used = await prepareParts(source, partConverter(services, source), (parts) =>
    use(source, parts),
  );
  if (used.ok) return used.value;
  throw used.error === 'undecodable'
    ? new DomainError('unsupported_type', { message: 'The image is damaged: it cannot be decoded' })
    : new DomainError('image_too_large', {
        message:
          'The image is too large to be prepared here; make it smaller, or upload it in parts',
      });
}

async function inspectFile(
  { config }: PrepareServices,
  file: Uint8Array<ArrayBuffer>,
): Promise<StillSource> {
  const mimeType = sniffImageType(file.subarray(0, SNIFF_BYTES));
  if (mimeType === null) {
    const message = 'The file is not a JPEG, PNG, WebP, AVIF or GIF';
    throw new DomainError('unsupported_type', { message });
  }
  try {
    const info = await inspectSource(mimeType, file);
    if (info.animated) {
      throw new DomainError('unsupported_type', { message: 'Moving images are not accepted here' });
    }
    checkReadable(info);
    // The decoded size counts, even if an aperture shows less.
    const fault = sizeFault(info, 'file', config);
    if (fault !== null) throw new DomainError(fault.error, { message: fault.message });
    return { mimeType, info, file };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new DomainError('unsupported_type', { message: error.message, cause: error });
  }
}

function partConverter(
  { imageService }: PrepareServices,
  { file, mimeType }: StillSource,
): ConvertPart | null {
  if (imageService === null) return null;
  return ({ width, height, quality, frame }: PlannedPart) => {
    const stream = streamOf(file);
    const source = mimeType === 'image/webp' ? stream.pipeThrough(hideWebpExif()) : stream;
    const fit = frame?.fit === 'cover' ? 'cover' : 'squeeze';
    return imageService.convert(source, {
      mimeType: VARIANT_MIME_TYPE,
      size: { width, height },
      quality,
      fit,
    });
  };
}
