import { describeWebpFault, type WebpFault } from '../../codecs/webp/faults.ts';
import { WebpWalker } from '../../codecs/webp/walker.ts';
import type { Inspector } from '../../storage/checked-put.ts';
import { DomainError } from '../errors.ts';
import type { SessionPart } from './session-rows.ts';

const containerFault = (fault: WebpFault): DomainError =>
  new DomainError('unsupported_type', { message: describeWebpFault(fault) });

/**
 * Checks a part's container and geometry while its bytes pass by, and refuses it with the error that its sender gets:
 * 3003 for the container (and for metadata in `gallery`, or chunks that may hold some: anyone can fetch it as it is), 3008 or 3010 for the size.
 */
export const inspectPart = (
  part: Pick<SessionPart, 'kind' | 'width' | 'height'>,
  maxPixels: number,
): Inspector<DomainError> => {
  const walker = new WebpWalker();
  const geometryFault = (): DomainError | null => {
    const { geometry } = walker;
    if (geometry === null) return null;
    const { width, height } = geometry;
    if (width * height > maxPixels) return new DomainError('image_too_large');
    if (width === part.width && height === part.height) return null;
    return new DomainError('part_geometry_mismatch', {
      message: `The part is ${width}x${height} pixels, the manifest says ${part.width}x${part.height}`,
    });
  };
  return {
    push: (chunk) => {
      walker.push(chunk);
      return walker.fault === null ? geometryFault() : containerFault(walker.fault);
    },
    finish: () => {
      const verdict = walker.finish();
      if (!verdict.ok) return containerFault(verdict.error);
      const { hasExif, hasXmp, hasUnknown } = verdict.value;
      return part.kind === 'gallery' && (hasExif || hasXmp || hasUnknown)
        ? new DomainError('unsupported_type', {
            message: 'gallery: EXIF, XMP and unknown chunks are not accepted',
          })
        : null;
    },
  };
};
