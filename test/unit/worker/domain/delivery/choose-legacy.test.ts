import { describe, expect, it } from 'vitest';
import {
  findStored,
  planDerivative,
} from '../../../../../src/worker/domain/delivery/choose-legacy.ts';
import type { ListedVariant } from '../../../../../src/worker/domain/delivery/find-variants.ts';
import type { LegacyExtension, LegacyKind } from '../../../../../src/shared/variants.ts';

const variant = (kind: LegacyKind, mimeType: ListedVariant['mimeType']): ListedVariant => ({
  kind,
  mimeType,
  objectKey: kind,
  size: 1,
  sha256: '',
  width: 400,
  height: 300,
  createdAt: 0,
});

const DERIVED = [variant('webp', 'image/webp'), variant('avif', 'image/avif')];

type Wanted = NonNullable<Parameters<typeof findStored>[2]>;

/** The stored kind, or the type, size and quality of the derivative. */
const describeChoice = (
  image: Parameters<typeof findStored>[0],
  extension: LegacyExtension | null,
  wanted: Wanted | null,
) => {
  const stored = findStored(image, extension, wanted);
  if (stored !== null) return stored.kind;
  const planned = planDerivative(image, extension, wanted);
  if (planned === null) return null;
  const { mimeType, size, quality } = planned.plan;
  return [mimeType, size.width, size.height, quality];
};

const choose = (
  original: ListedVariant['mimeType'],
  extension: LegacyExtension | null,
  wanted: { width?: number; height?: number; quality?: number } | null = null,
  derived = DERIVED,
) =>
  describeChoice(
    { variants: [...derived, variant('original', original)] },
    extension,
    wanted && { width: null, height: null, quality: null, ...wanted },
  );

describe('a pipeline-1 link', () => {
  it('names the original without an extension, and with its own', () => {
    expect(choose('image/jpeg', null)).toBe('original');
    expect(choose('image/jpeg', 'jpeg')).toBe('original');
    expect(choose('image/gif', 'gif')).toBe('original');
    expect(choose('image/avif', 'avif', null, [])).toBe('original');
  });

  it('names the stored file of its type, which for an animated WebP is its still', () => {
    expect(choose('image/jpeg', 'webp')).toBe('webp');
    expect(choose('image/jpeg', 'avif', { width: 400, height: 4096 })).toBe('avif');
    expect(choose('image/webp', 'webp')).toBe('webp');
    expect(choose('image/webp', null)).toBe('original');
  });

  it('names a derivative at the original size for a type that is not stored', () => {
    expect(choose('image/jpeg', 'png')).toEqual(['image/png', 400, 300, 80]);
    expect(choose('image/png', 'avif', null, [])).toEqual(['image/avif', 400, 300, 50]);
  });

  it('names a derivative within the requested box, never larger than the original', () => {
    expect(choose('image/jpeg', null, { width: 100 })).toEqual(['image/jpeg', 100, 75, 80]);
    expect(choose('image/jpeg', null, { height: 100 })).toEqual(['image/jpeg', 133, 100, 80]);
    expect(choose('image/png', 'webp', { width: 200, height: 50 })).toEqual([
      'image/webp',
      67,
      50,
      80,
    ]);
    expect(choose('image/gif', null, { width: 4096 })).toEqual(['image/gif', 400, 300, 80]);
    expect(choose('image/jpeg', null, { width: 1, height: 1 })).toEqual(['image/jpeg', 1, 1, 80]);
  });

  it('names a derivative for any requested quality', () => {
    expect(choose('image/jpeg', 'webp', { quality: 30 })).toEqual(['image/webp', 400, 300, 30]);
    expect(choose('image/jpeg', null, { quality: 30 })).toEqual(['image/jpeg', 400, 300, 30]);
  });

  it('names nothing for an image without an original', () => {
    expect(describeChoice({ variants: DERIVED }, 'webp', null)).toBeNull();
  });
});
