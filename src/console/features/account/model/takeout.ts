/**
 * The running archive download. It outlives its page.
 *
 * Where a page can write files, it streams each volume and knows its progress. Elsewhere the browser downloads each volume,
 * which would not fit into memory; only the started volume is known, and each needs a press, because browsers block
 * automatic downloads.
 *
 * The next volume is stored on this device until all are saved or the archive is aborted. One tab at a time saves them.
 */

import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import {
  DOWNLOAD_ALLOWANCE_EXHAUSTED,
  INTERNAL_ERROR,
  TOO_MANY_REQUESTS,
} from '../../../../shared/error-codes.ts';
import { api, call, callForStream } from '../../../api/client.ts';
import { perUser } from '../../../state/per-user.ts';
import { user } from '../../../state/session.ts';
import { findPlace, forgetPlace, keepPlace } from './takeout-place.ts';
import {
  FIRST_VOLUME,
  readNextCursor,
  saveVolumes,
  type OpenedVolume,
  type Position,
  type TakeoutTarget,
} from './takeout-run.ts';
import { canWriteFiles, pickTarget } from './takeout-targets.ts';

/** Kept: started before the page was loaded. */
export type TakeoutPhase = 'idle' | 'kept' | 'running' | 'waiting' | 'failed' | 'done';

export interface Takeout {
  readonly phase: TakeoutPhase;
  readonly position: Position;
  readonly volumes: number;
  readonly bytes: number;
  readonly error: unknown;
}

/** Another tab saves the archive. */
export class TakenElsewhere extends Error {}

/** The limit of images in a volume. */
const VOLUME_IMAGES = 500;
/** An answer to HEAD has no code. */
const HEAD_CODES: Readonly<Record<number, number>> = {
  403: DOWNLOAD_ALLOWANCE_EXHAUSTED,
  429: TOO_MANY_REQUESTS,
};
const ARCHIVE_PATH = '/api/v1/user/archive';
const NOTHING: Takeout = {
  phase: 'idle',
  position: FIRST_VOLUME,
  volumes: 1,
  bytes: 0,
  error: null,
};

export const takeout = perUser(readKept);

const run = perUser<AbortController | null>(() => null, { end: (previous) => previous?.abort() });
const target = perUser<TakeoutTarget | null>(() => null);
let isAsking = false;
let lastRun: Promise<void> = Promise.resolve();

export function countVolumes(imageCount: number): number {
  return Math.max(1, Math.ceil(imageCount / VOLUME_IMAGES));
}

/** Continues with the first, the next or the failed volume. Needs a user gesture. */
export async function continueTakeout(imageCount: number): Promise<void> {
  const owner = user.value;
  if (takeout.value.phase === 'running' || isAsking || owner === null) return;
  isAsking = true;
  // An aborted run may take a moment to end.
  await lastRun;
  const lock = `takeout:${String(owner.id)}`;
  lastRun = navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    isAsking = false;
    if (user.peek()?.id !== owner.id) return;
    if (held === null) show({ phase: 'failed', error: new TakenElsewhere() });
    else if (isUpToDate(owner.id)) await goOn(imageCount, owner.username);
  });
  await lastRun;
}

function show(change: Partial<Takeout>): void {
  takeout.value = { ...takeout.value, ...change };
}

/** Another tab may have continued or ended it since the page was loaded. */
function isUpToDate(ownerId: number): boolean {
  const { phase, error, position } = takeout.value;
  if (phase !== 'kept' && !(error instanceof TakenElsewhere)) return true;
  const wasKept = position.volume > 1;
  takeout.value = readKept(ownerId);
  return !wasKept || takeout.value.phase === 'kept';
}

function readKept(ownerId: number | null): Takeout {
  const place = ownerId === null ? null : findPlace(ownerId);
  if (place === null) return NOTHING;
  const { position, volumes, bytes } = place;
  return { ...NOTHING, phase: 'kept', position, volumes, bytes };
}

async function goOn(imageCount: number, username: string): Promise<void> {
  const { position } = takeout.value;
  const volumes = Math.max(countVolumes(imageCount), position.volume);
  const own = new AbortController();
  run.value = own;
  try {
    if (canWriteFiles() && target.peek()?.takes(position.volume) !== true) {
      const filename = `tintype-${username}-${String(position.volume)}.zip`;
      const picked = await pickTarget(position.volume, volumes, filename);
      if (picked === null || own.signal.aborted) return;
      target.value = picked;
    }
    show({ phase: 'running', volumes, error: null });
    addEventListener('beforeunload', warn, { signal: own.signal });
    const to = target.peek();
    const next = to === null ? await handOver(position) : await save(to, own.signal);
    if (own.signal.aborted) return;
    if (next === null) {
      show({ phase: 'done' });
      forgetPlace();
    } else {
      show({ phase: 'waiting', position: next, volumes: Math.max(volumes, next.volume) });
      keep();
    }
  } catch (error) {
    if (own.signal.aborted) return;
    // A target that fails is chosen again.
    if (!isOfService(error)) target.value = null;
    show({ phase: 'failed', error });
  } finally {
    removeEventListener('beforeunload', warn);
  }
}

export function isOfService(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ConnectionError;
}

export function resetTakeout(): void {
  run.peek()?.abort();
  target.value = null;
  forgetPlace();
  takeout.value = NOTHING;
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Lets the browser download one volume; a HEAD request finds the next one. */
async function handOver({ volume, cursor }: Position): Promise<Position | null> {
  // Reports a lost session, which a download and a HEAD cannot.
  await call(api.GET('/api/v1/user/profile'));
  const path = `${ARCHIVE_PATH}?cursor=${encodeURIComponent(cursor)}`;
  const head = await fetch(path, { method: 'HEAD' }).catch((cause: unknown) => {
    throw new ConnectionError(cause);
  });
  if (!head.ok) {
    const code = HEAD_CODES[head.status] ?? INTERNAL_ERROR;
    throw new ApiError(head.status, code, head.statusText, null);
  }
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
  const nextCursor = readNextCursor(head.headers.get('Link'));
  return nextCursor === '' ? null : { volume: volume + 1, cursor: nextCursor };
}

async function save(to: TakeoutTarget, signal: AbortSignal): Promise<Position | null> {
  // An incomplete volume does not count.
  let savedBytes = takeout.value.bytes;
  const events = {
    target: to,
    openVolume,
    onVolume: (position: Position) => {
      savedBytes = takeout.value.bytes;
      show({ position });
      keep();
    },
    onBytes: (count: number) => {
      if (!signal.aborted) show({ bytes: takeout.value.bytes + count });
    },
  };
  try {
    return await saveVolumes(events, takeout.value.position, signal);
  } catch (error) {
    if (!signal.aborted) show({ bytes: savedBytes });
    throw error;
  }
}

async function openVolume(cursor: string, signal: AbortSignal): Promise<OpenedVolume> {
  const { body, headers } = await callForStream(
    api.GET(ARCHIVE_PATH, { params: { query: { cursor } }, parseAs: 'stream', signal }),
  );
  if (body === null) throw new ConnectionError(null);
  const named = /filename="([^"]+)"/u.exec(headers.get('Content-Disposition') ?? '');
  return {
    body,
    filename: named?.[1] ?? 'tintype.zip',
    nextCursor: readNextCursor(headers.get('Link')),
  };
}

function keep(): void {
  const { position, volumes, bytes } = takeout.value;
  if (user.value !== null) keepPlace({ ownerId: user.value.id, position, volumes, bytes });
}
