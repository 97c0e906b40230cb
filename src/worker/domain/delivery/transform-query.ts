import type { Result } from '../../../shared/result.ts';

/** A requested transformation, in pixels and 1 to 100; null: left open. */
export interface Wanted {
  readonly width: number | null;
  readonly height: number | null;
  readonly quality: number | null;
}

/** A requested transformation, or the fault of its query in words. */
export type TransformQuery = Result<Wanted, string>;
