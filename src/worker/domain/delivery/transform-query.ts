import type { Result } from '../../../shared/result.ts';

/** Width and height in pixels, quality from 1 to 100; null is unset. */
export interface Wanted {
  readonly width: number | null;
  readonly height: number | null;
  readonly quality: number | null;
}

/** A query with at least one value, or a sentence about its error. */
export type TransformQuery = Result<Wanted, string>;
