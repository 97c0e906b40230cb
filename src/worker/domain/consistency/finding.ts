import type { Services } from '../services.ts';

export type ConsistencyServices = Pick<Services, 'clock' | 'db' | 'directory' | 'objects'>;

/** A fix that loses nothing of value. */
export type Repair =
  | { readonly action: 'erase_object'; readonly key: string }
  | { readonly action: 'await_part'; readonly uploadId: string; readonly kind: string }
  | { readonly action: 'recount_user'; readonly userId: number }
  | { readonly action: 'recount_file'; readonly imageFileId: number }
  | { readonly action: 'recount_site' }
  | { readonly action: 'recount_user_ranges' }
  | { readonly action: 'recount_albums'; readonly userId: number }
  | { readonly action: 'repair_album'; readonly albumId: number }
  | { readonly action: 'remove_file'; readonly imageFileId: number }
  | { readonly action: 'forget_trashed'; readonly imageId: number }
  | { readonly action: 'release_session'; readonly uploadId: string }
  | { readonly action: 'requeue_image'; readonly imageId: number };

export interface Finding {
  readonly subject: string;
  readonly problem: string;
  /** Null when a person must decide. */
  readonly repair: Repair | null;
}
