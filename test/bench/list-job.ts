import type { ListRequest } from '../../src/worker/domain/images/list-images.ts';

export interface ListJob {
  /** Name of the binding. */
  readonly database: string;
  readonly userId: number;
  /** Its cursor may be empty for a page at a depth. */
  readonly request: ListRequest;
}

export interface ListOutcome {
  readonly images: number;
  readonly hasMore: boolean;
  readonly rowsRead: number;
  readonly cursor: string;
}
