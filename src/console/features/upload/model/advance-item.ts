/**
 * The events of an item and the states that they lead to.
 *
 * - An event that does not fit the state leaves the item unchanged.
 * - Only `waiting` starts, so a file is read and compared with earlier uploads before it is sent.
 * - `done` is final: the item is never sent again. Only its link follows its image, and its image goes to its album.
 * - Progress never decreases, over pauses and retries too.
 * - A stored item has no running state: the next visit finds it waiting or, without its bytes, missing.
 */

import { publishedPath, type PublishedImage } from '../../../../client/poll.ts';
import type { Visibility } from '../../../../client/protocol-types.ts';
import type { FileFailure } from './failure.ts';
import {
  hasBytes,
  imageIdOf,
  isPublishing,
  type Item,
  type ItemState,
  type Stage,
} from './queue-item.ts';

export type ItemEvent =
  | { readonly name: 'read'; readonly hash: string }
  | { readonly name: 'kept' }
  | { readonly name: 'repeated'; readonly hash: string; readonly imageId: number | null }
  | { readonly name: 'started' }
  | { readonly name: 'reached'; readonly stage: Stage | 'done'; readonly fraction: number }
  | { readonly name: 'released' }
  | { readonly name: 'refused'; readonly failure: FileFailure }
  | { readonly name: 'published'; readonly image: PublishedImage }
  | { readonly name: 'paused' }
  /** The item that had the same bytes was removed or has failed. */
  | { readonly name: 'freed' }
  /** The person resumes it, tries it again, or uploads it although it was uploaded before. */
  | { readonly name: 'wanted' }
  | { readonly name: 'lost' }
  | { readonly name: 'supplied'; readonly size: number; readonly albumId: number | null }
  | { readonly name: 'added'; readonly imageIds: ReadonlySet<number> }
  /** Its album does not take its image. */
  | { readonly name: 'unassigned' }
  /** Its image has a new visibility, and with it maybe a new link; null where the link stays. */
  | {
      readonly name: 'reassigned';
      readonly visibility: Visibility;
      readonly assetLink: string | null;
    };

type StateName = ItemState['name'];

const FROM: Readonly<Record<ItemEvent['name'], readonly StateName[]>> = {
  read: ['reading'],
  kept: ['reading', 'waiting', 'running', 'paused', 'duplicate', 'failed'],
  repeated: ['reading', 'duplicate'],
  started: ['waiting'],
  reached: ['running'],
  released: ['running'],
  refused: ['reading', 'waiting', 'running'],
  published: ['running', 'waiting', 'paused'],
  paused: ['reading', 'waiting', 'running'],
  freed: ['duplicate'],
  wanted: ['paused', 'failed', 'duplicate'],
  lost: ['reading', 'waiting', 'running', 'paused', 'duplicate', 'failed'],
  supplied: ['missing'],
  added: ['done', 'duplicate'],
  unassigned: ['reading', 'waiting', 'running', 'paused', 'duplicate', 'failed', 'missing', 'done'],
  reassigned: ['done'],
};

export function advance(item: Item, event: ItemEvent): Item {
  if (!FROM[event.name].includes(item.state.name)) return item;
  switch (event.name) {
    case 'read':
      return { ...item, hash: event.hash, state: { name: 'waiting' } };
    case 'kept':
      return { ...item, isKept: true };
    case 'repeated':
      return { ...item, hash: event.hash, state: { name: 'duplicate', imageId: event.imageId } };
    case 'started':
      return { ...item, state: { name: 'running', stage: 'prepare' } };
    case 'reached':
      return reach(item, event.stage, event.fraction);
    case 'released':
      return { ...item, state: { name: 'waiting' } };
    case 'refused':
      return { ...item, state: { name: 'failed', failure: event.failure } };
    case 'published':
      return { ...item, progress: 1, state: { name: 'done', image: event.image } };
    case 'paused':
      // Publication goes on at the service.
      return isPublishing(item) ? item : { ...item, state: { name: 'paused' } };
    case 'wanted':
      // A failed item has lost its claim to the bytes; another item may have it.
      if ((item.state.name === 'failed' && !hasBytes(item)) || item.hash === null) {
        return readAgain(item);
      }
      return {
        ...item,
        ...(item.state.name === 'duplicate' && { isWantedAgain: true }),
        state: { name: 'waiting' },
      };
    case 'lost':
      return { ...item, isKept: false, state: { name: 'missing' } };
    case 'freed':
      return readAgain(item);
    case 'supplied':
      return readAgain({
        ...item,
        size: event.size,
        // An earlier choice of an album stays without another one.
        ...(event.albumId !== null && { albumId: event.albumId }),
        isWantedAgain: false,
      });
    case 'added':
      return noteAdded(item, event.imageIds);
    case 'unassigned':
      return { ...item, albumId: null };
    case 'reassigned':
      return reassign(item, event.visibility, event.assetLink);
  }
}

/** The item as the next visit finds it. */
export function restore(item: Item): Item {
  const { state } = item;
  const { name } = state;
  const isKnown = state.name === 'duplicate' && state.imageId !== null;
  // These need no bytes until the person resumes them.
  if (name === 'done' || name === 'missing' || name === 'failed' || isKnown) return item;
  if (!item.isKept) return advance(item, { name: 'lost' });
  if (name === 'running') return advance(item, { name: 'released' });
  // The item that it waited for may have ended meanwhile.
  return name === 'duplicate' ? advance(item, { name: 'freed' }) : item;
}

/** The item claims its bytes only once they are read: until then another item may have them. */
function readAgain(item: Item): Item {
  return { ...item, hash: null, state: { name: 'reading' } };
}

function noteAdded(item: Item, imageIds: ReadonlySet<number>): Item {
  const imageId = imageIdOf(item);
  return imageId !== null && imageIds.has(imageId) ? { ...item, addedImageId: imageId } : item;
}

function reach(item: Item, stage: Stage | 'done', fraction: number): Item {
  const progress = Math.max(item.progress, fraction);
  return stage === 'done'
    ? { ...item, progress }
    : { ...item, progress, state: { name: 'running', stage } };
}

function reassign(item: Item, visibility: Visibility, assetLink: string | null): Item {
  if (item.state.name !== 'done' || assetLink === null) return { ...item, visibility };
  const image = {
    ...item.state.image,
    asset_link: assetLink,
    path: publishedPath(assetLink),
  };
  return { ...item, visibility, state: { name: 'done', image } };
}
