import type { Result } from '../../../shared/result.ts';

/** What a query asks of a pipeline-1 image, in pixels and 1 to 100; null where it leaves that open. */
export interface Wanted {
  readonly width: number | null;
  readonly height: number | null;
  readonly quality: number | null;
}

/** A query that asks for something, or the sentence that says what is wrong with it. */
export type TransformQuery = Result<Wanted, string>;
