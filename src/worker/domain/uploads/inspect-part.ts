import { describeWebpFault } from '../../../imaging/webp/faults.ts';
import { WebpWalker } from '../../../imaging/webp/walker.ts';
import { VARIANTS } from '../../../shared/variants.ts';
import type { Inspector } from '../../storage/checked-put.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { UploadPart } from './find-upload.ts';

export const INSPECT_PART_ERRORS = [
  // The container, or metadata in a part that anyone can fetch.
  'unsupported_type',
  'part_geometry_mismatch',
  'image_too_large',
] as const satisfies readonly ErrorName[];

export function inspectPart(
  part: Pick<UploadPart, 'kind' | 'width' | 'height'>,
  maxPixels: number,
): Inspector<DomainError> {
  const walker = new WebpWalker();
  return {
    push: (chunk) => {
      walker.push(chunk);
      return walker.fault === null
        ? geometryFault(walker, part, maxPixels)
        : refuse(describeWebpFault(walker.fault));
    },
    finish: () => {
      const verdict = walker.finish();
      if (!verdict.ok) return refuse(describeWebpFault(verdict.error));
      const { hasExif, hasXmp, hasUnknown } = verdict.value;
      const isPublic = VARIANTS[part.kind].access === 'by_visibility';
      return isPublic && (hasExif || hasXmp || hasUnknown)
        ? refuse(`${part.kind}: EXIF, XMP and unknown chunks are not accepted`)
        : null;
    },
  };
}

function geometryFault(
  { canvas }: WebpWalker,
  part: Pick<UploadPart, 'width' | 'height'>,
  maxPixels: number,
): DomainError | null {
  if (canvas === null) return null;
  const { width, height } = canvas;
  if (width * height > maxPixels) return new DomainError('image_too_large');
  if (width === part.width && height === part.height) return null;
  return new DomainError('part_geometry_mismatch', {
    message: `The part is ${width}x${height} pixels, the manifest says ${part.width}x${part.height}`,
  });
}

function refuse(message: string): DomainError {
  return new DomainError('unsupported_type', { message });
}
