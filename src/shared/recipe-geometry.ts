/** The client draws by this geometry and the service checks by it. Sizes are computed with integers alone. */

import type { CropBox, Size } from './pixels.ts';

export type { Size };

export type VariantGeometry =
  | { readonly fit: 'original' }
  | { readonly fit: 'cover'; readonly width: number; readonly height: number }
  | { readonly fit: 'contain'; readonly longEdge: number };

/** EXIF orientations 5 to 8 exchange width and height (EXIF 2.32, tag 0x0112). */
export function orientedSize(width: number, height: number, orientation: number): Size {
  return orientation >= 5 && orientation <= 8
    ? { width: height, height: width }
    : { width, height };
}

/** The largest centred rectangle with the target's aspect ratio. Rounding it would distort small sources. */
export function coverCrop(
  width: number,
  height: number,
  targetWidth: number,
  targetHeight: number,
): CropBox {
  const sourceIsWider = width * targetHeight > height * targetWidth;
  const cropWidth = sourceIsWider ? (height * targetWidth) / targetHeight : width;
  const cropHeight = sourceIsWider ? height : (width * targetHeight) / targetWidth;
  return {
    left: (width - cropWidth) / 2,
    top: (height - cropHeight) / 2,
    width: cropWidth,
    height: cropHeight,
  };
}

/** `source` is upright. `cover` enlarges smaller sources. */
export function variantSize(
  variant: VariantGeometry,
  sourceWidth: number,
  sourceHeight: number,
): Size {
  switch (variant.fit) {
    case 'original':
      return { width: sourceWidth, height: sourceHeight };
    case 'cover':
      return { width: variant.width, height: variant.height };
    case 'contain':
      return containSize(sourceWidth, sourceHeight, variant.longEdge);
  }
}

/** `fitsVariant` in words, for authors of clients. */
export const CONTAIN_RULE =
  '`contain` keeps the aspect and never enlarges: the longer edge is at most `long_edge` and at most that of the ' +
  'upright source. The shorter edge is the longer one × the source’s shorter edge ÷ its longer edge, rounded to the ' +
  'nearest pixel with halves up, at least 1; one pixel more or less is accepted.';

/** As `variantSize`; for `contain` also smaller, with the shorter edge within a pixel of its rounded length. */
export function fitsVariant(variant: VariantGeometry, size: Size, source: Size): boolean {
  if (variant.fit !== 'contain') {
    const exact = variantSize(variant, source.width, source.height);
    return size.width === exact.width && size.height === exact.height;
  }
  const longer = Math.max(size.width, size.height);
  if (longer > variant.longEdge || longer > Math.max(source.width, source.height)) return false;
  const exact = containSize(source.width, source.height, longer);
  return Math.abs(size.width - exact.width) <= 1 && Math.abs(size.height - exact.height) <= 1;
}

/** Never enlarges. The longer edge becomes `longEdge`; the shorter one is rounded, halves up, at least 1. */
export function containSize(width: number, height: number, longEdge: number): Size {
  return fitInto({ width, height }, { width: longEdge, height: longEdge });
}

/** Never enlarges. The limited edge becomes the box's; the other one is rounded, halves up, at least 1. */
export function fitInto({ width, height }: Size, box: Size): Size {
  if (width <= box.width && height <= box.height) return { width, height };
  const isWider = width * box.height >= height * box.width;
  const [edge, limit] = isWider ? [width, box.width] : [height, box.height];
  const scale = (length: number): number =>
    Math.max(1, Math.floor((2 * length * limit + edge) / (2 * edge)));
  return { width: scale(width), height: scale(height) };
}
