import type { RequestCount } from '../../domain/services.ts';

export type ViewCounts = readonly (readonly [imageId: number, count: number])[];

/** The same sequence number always means the same counts. */
export interface CountBatch {
  readonly isolateId: string;
  readonly sequence: number;
  readonly views: ViewCounts;
  readonly requests: readonly RequestCount[];
}

/** The contents are fixed until the flush is finished. */
export interface BegunFlush {
  readonly number: number;
  /** Views by image, in parts of limited size; an image is always in the same part. */
  readonly parts: readonly ReadonlyMap<number, number>[];
}

/** Images in one transaction of D1, which bounds its time. */
export const FLUSH_PART_IMAGES = 20_000;

/** Images in one row of compacted batches, whose text must fit in a value of an object (2 MB). */
export const ROW_MAX_IMAGES = 90_000;

export function sumViews(counts: ViewCounts): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [imageId, count] of counts) sums.set(imageId, (sums.get(imageId) ?? 0) + count);
  return sums;
}

/** Omits refused images, which moves no other image to another part. */
export function divideViews(
  views: ReadonlyMap<number, number>,
  refused: ReadonlySet<number>,
  partImages: number,
): BegunFlush['parts'] {
  const count = Math.ceil(views.size / partImages);
  const entries = [...views].sort(([one], [other]) => one - other);
  const size = Math.ceil(entries.length / count);
  return Array.from({ length: count }, (_, part) => {
    const own = entries.slice(part * size, (part + 1) * size);
    return new Map(own.filter(([imageId]) => !refused.has(imageId)));
  });
}
