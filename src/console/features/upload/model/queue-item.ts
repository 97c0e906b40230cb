/**
 * One file of the queue, from the moment it was given until its picture is published.
 *
 * - It is in one state, and only the events below lead from one to another; any other event leaves it as it is.
 * - Only `waiting` starts, so a file is read, and compared with what was uploaded before, before it is sent.
 * - `done` is the end: nothing leads out of it, and what is done is never sent again. Its link follows its picture.
 * - Its progress never goes back, over pauses and retries too.
 * - What is kept of it names no state of work: a page that was closed left it waiting, or, without its bytes, missing.
 */

import { publishedPath, type PublishedImage } from '../../../../client/poll.ts';
import type { Visibility } from '../../../../client/protocol-types.ts';
import type { FileFailure } from './failure.ts';

export type Stage = 'prepare' | 'send' | 'publish';

export type ItemState =
  /** Its bytes are about to be read, compared and kept. */
  | { readonly name: 'reading' }
  | { readonly name: 'waiting' }
  | { readonly name: 'running'; readonly stage: Stage }
  | { readonly name: 'paused' }
  /** The same bytes were given before: the picture that they became, or null while they are in the queue. */
  | { readonly name: 'duplicate'; readonly imageId: number | null }
  | { readonly name: 'failed'; readonly failure: FileFailure }
  /** The browser has not kept its bytes: the person has to choose the file again. */
  | { readonly name: 'missing' }
  | { readonly name: 'done'; readonly image: PublishedImage };

/** This is what the browser keeps. */
export interface Item {
  readonly id: string;
  /** The account that it is uploaded to. */
  readonly owner: number;
  /** The tab that has it: no other one sends it. */
  readonly tab: string;
  /** Its place in the queue: when it was given, in milliseconds since 1970, and its place among those given at once. */
  readonly addedAt: number;
  readonly index: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly visibility: Visibility;
  /** SHA-256 of its bytes, once they were read. */
  readonly hash: string | null;
  /** Whether the browser keeps its bytes. */
  readonly isKept: boolean;
  /** Whether the person wants it although the same bytes were given before. */
  readonly isWantedAgain?: boolean;
  /** 0 to 1. */
  readonly progress: number;
  readonly state: ItemState;
}

export type ItemEvent =
  | { readonly name: 'read'; readonly hash: string }
  | { readonly name: 'kept' }
  | { readonly name: 'repeated'; readonly hash: string; readonly imageId: number | null }
  | { readonly name: 'started' }
  | { readonly name: 'reached'; readonly stage: Stage | 'done'; readonly fraction: number }
  /** It was stopped, and is to be begun again. */
  | { readonly name: 'released' }
  | { readonly name: 'refused'; readonly failure: FileFailure }
  | { readonly name: 'published'; readonly image: PublishedImage }
  | { readonly name: 'paused' }
  /** What had its bytes has come to nothing. */
  | { readonly name: 'freed' }
  /** The person wants it to go on: resumed, tried again, or uploaded although it was before. */
  | { readonly name: 'wanted' }
  /** Its bytes are not to be had any more. */
  | { readonly name: 'lost' }
  /** The person has chosen the file again. */
  | { readonly name: 'supplied'; readonly size: number }
  /** Its picture is seen by others than before, and so may have another link; null where that stays. */
  | {
      readonly name: 'reassigned';
      readonly visibility: Visibility;
      readonly assetLink: string | null;
    };

type StateName = ItemState['name'];

/** From which states an event leads on. */
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
  reassigned: ['done'],
};

/** The item after an event; the same object where the event means nothing to it. */
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
      // What is being published needs nothing more from here.
      return isPublishing(item) ? item : { ...item, state: { name: 'paused' } };
    case 'wanted':
      // What has failed for good has lost its bytes to the next one that has the same.
      if ((item.state.name === 'failed' && !hasBytes(item)) || item.hash === null) {
        return readAnew(item);
      }
      return {
        ...item,
        ...(item.state.name === 'duplicate' && { isWantedAgain: true }),
        state: { name: 'waiting' },
      };
    case 'lost':
      return { ...item, isKept: false, state: { name: 'missing' } };
    case 'freed':
      return readAnew(item);
    case 'supplied':
      return readAnew({ ...item, size: event.size, isWantedAgain: false });
    case 'reassigned':
      return reassign(item, event.visibility, event.assetLink);
  }
}

/** The item as the next visit finds it. */
export function restore(item: Item): Item {
  const { state } = item;
  const { name } = state;
  const isKnown = state.name === 'duplicate' && state.imageId !== null;
  // They need no bytes unless the person wants more of them.
  if (name === 'done' || name === 'missing' || name === 'failed' || isKnown) return item;
  if (!item.isKept) return advance(item, { name: 'lost' });
  if (name === 'running') return advance(item, { name: 'released' });
  // What it waited for may have come to its end meanwhile.
  return name === 'duplicate' ? advance(item, { name: 'freed' }) : item;
}

/** Whether it goes on, or will, without the person. */
export function isUnderWay({ state: { name } }: Item): boolean {
  return name === 'reading' || name === 'waiting' || name === 'running';
}

/** Whether its bytes are to become a picture, be it once the person resumes it. */
export function isWanted(item: Item): boolean {
  return isUnderWay(item) || item.state.name === 'paused';
}

/** Whether its bytes are its own: they become its picture, or the service may be making that of them still. */
export function hasBytes(item: Item): boolean {
  return isWanted(item) || mayBePublished(item);
}

/** Whether there is something left to cancel. */
export function isUndone(item: Item): boolean {
  return item.state.name !== 'done' && !isPublishing(item) && !mayBePublished(item);
}

export function isPublishing({ state }: Item): boolean {
  return state.name === 'running' && state.stage === 'publish';
}

/** The service goes on with what took it too long for anyone to wait. */
export function mayBePublished({ state }: Item): boolean {
  if (state.name !== 'failed' || state.failure.kind !== 'ended') return false;
  return state.failure.fault === 'publication_timeout';
}

/** In the order in which they were given. */
export function compareItems(a: Item, b: Item): number {
  return a.addedAt - b.addedAt || a.index - b.index;
}

/** It has its bytes only once it is read: until then they may be another one's. */
function readAnew(item: Item): Item {
  return { ...item, hash: null, state: { name: 'reading' } };
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
