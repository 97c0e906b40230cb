import type { PublishedImage } from '../../../../client/poll.ts';
import type { Visibility } from '../../../../client/protocol-types.ts';
import type { FileFailure } from './failure.ts';

export type Stage = 'prepare' | 'send' | 'publish';

export type ItemState =
  | { readonly name: 'reading' }
  | { readonly name: 'waiting' }
  | { readonly name: 'running'; readonly stage: Stage }
  | { readonly name: 'paused' }
  /** An earlier file had the same bytes: the image that it became, or null while it is in the queue. */
  | { readonly name: 'duplicate'; readonly imageId: number | null }
  | { readonly name: 'failed'; readonly failure: FileFailure }
  /** The browser has not stored its bytes: the person has to choose the file again. */
  | { readonly name: 'missing' }
  | { readonly name: 'done'; readonly image: PublishedImage };

export interface Item {
  readonly id: string;
  readonly owner: number;
  readonly tab: string;
  /** When it was added, in milliseconds since 1970; `index` orders files that were added together. */
  readonly addedAt: number;
  readonly index: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly visibility: Visibility;
  /** The album that its image goes to; null also once the album has not taken it. Items of earlier versions have none. */
  readonly albumId?: number | null;
  /** The image that the album has got. */
  readonly addedImageId?: number;
  /** SHA-256 of its bytes, once they are read. */
  readonly hash: string | null;
  readonly isKept: boolean;
  /** Whether the person wants it although the same bytes were uploaded before. */
  readonly isWantedAgain?: boolean;
  /** 0 to 1. */
  readonly progress: number;
  readonly state: ItemState;
}

/** What the person has chosen for files that are added together. */
export interface UploadChoice {
  readonly visibility: Visibility;
  readonly albumId: number | null;
}

interface NewItem extends Pick<
  Item,
  'owner' | 'tab' | 'addedAt' | 'index' | 'visibility' | 'albumId'
> {
  readonly file: File;
}

export function newItem({ file, ...place }: NewItem): Item {
  return {
    ...place,
    id: crypto.randomUUID(),
    name: file.name,
    size: file.size,
    type: file.type,
    hash: null,
    isKept: false,
    progress: 0,
    state: { name: 'reading' },
  };
}

export function isUnderWay({ state: { name } }: Item): boolean {
  return name === 'reading' || name === 'waiting' || name === 'running';
}

/** Whether its bytes are to become an image, also if the person has to resume it first. */
export function isWanted(item: Item): boolean {
  return isUnderWay(item) || item.state.name === 'paused';
}

/** Whether it has claimed its bytes: it is to be sent, or the service may still publish it. */
export function hasBytes(item: Item): boolean {
  return isWanted(item) || mayBePublished(item);
}

export function isUndone(item: Item): boolean {
  return item.state.name !== 'done' && !isPublishing(item) && !mayBePublished(item);
}

export function isPublishing({ state }: Item): boolean {
  return state.name === 'running' && state.stage === 'publish';
}

/** Whether the service may still publish it: only the wait for it has timed out. */
export function mayBePublished({ state }: Item): boolean {
  if (state.name !== 'failed' || state.failure.kind !== 'ended') return false;
  return state.failure.fault === 'publication_timeout';
}

/** The image that its bytes have become, by this upload or by an earlier one. */
export function imageIdOf({ state }: Item): number | null {
  if (state.name === 'done') return state.image.image_id;
  return state.name === 'duplicate' ? state.imageId : null;
}

/** Whether its album has got its image. */
export function isInAlbum(item: Item): boolean {
  return item.addedImageId !== undefined && item.addedImageId === imageIdOf(item);
}

/** Whether its image has yet to be added to its album. */
export function awaitsAlbum(item: Item): boolean {
  return (item.albumId ?? null) !== null && imageIdOf(item) !== null && !isInAlbum(item);
}

export function compareItems(a: Item, b: Item): number {
  return a.addedAt - b.addedAt || a.index - b.index;
}
