/**
 * Saves the volumes of an archive one after another, each into a file of its own.
 *
 * - A volume goes from the service to the disk as it arrives; no more of it is in memory than the chunk on its way.
 * - A file is whole or is not there: what breaks off is given up, and begins anew with the same volume.
 * - Whoever gives it up hears of no further volume, also where that came too late to stop the file that is closed.
 */

import { ConnectionError } from '../../../../client/errors.ts';

/** Which volume comes next: its number from 1, and the cursor under which the service knows it. */
export interface Position {
  readonly volume: number;
  readonly cursor: string;
}

export interface OpenedVolume {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
  /** '' after the last one. */
  readonly nextCursor: string;
}

/** Where volumes are written to. */
export interface TakeoutTarget {
  /** Whether this volume may be written there without asking the person again. */
  takes(volume: number): boolean;
  openFile(filename: string): Promise<WritableStream<Uint8Array>>;
}

export interface TakeoutPorts {
  readonly target: TakeoutTarget;
  readonly openVolume: (cursor: string, signal: AbortSignal) => Promise<OpenedVolume>;
  readonly onVolume: (position: Position) => void;
  readonly onBytes: (count: number) => void;
}

export const FIRST_VOLUME: Position = { volume: 1, cursor: '' };

/**
 * Saves volumes from a position on, as many as the target takes; returns the position of the first that it does not,
 * null when all are saved.
 * @throws {ApiError | ConnectionError | DOMException} also when the file cannot be written, or when it is aborted.
 */
export async function saveVolumes(
  ports: TakeoutPorts,
  from: Position,
  signal: AbortSignal,
): Promise<Position | null> {
  let position: Position | null = from;
  while (position !== null && ports.target.takes(position.volume)) {
    ports.onVolume(position);
    position = await saveVolume(ports, position, signal);
    signal.throwIfAborted();
  }
  return position;
}

async function saveVolume(
  { target, openVolume, onBytes }: TakeoutPorts,
  { volume, cursor }: Position,
  signal: AbortSignal,
): Promise<Position | null> {
  const { filename, body, nextCursor } = await openVolume(cursor, signal);
  let file: WritableStream<Uint8Array>;
  try {
    file = await target.openFile(filename);
  } catch (error) {
    await body.cancel();
    throw error;
  }
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      onBytes(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  await body.pipeThrough(counter).pipeTo(file, { signal }).catch(nameFailure);
  return nextCursor === '' ? null : { volume: volume + 1, cursor: nextCursor };
}

/** Browsers call a body that breaks off a TypeError. */
function nameFailure(error: unknown): never {
  throw error instanceof TypeError ? new ConnectionError(error) : error;
}

/** The cursor in a `Link` header with `rel="next"` (RFC 8288); '' without one. */
export function readNextCursor(link: string | null): string {
  const target = /^<([^>]+)>; rel="next"$/u.exec(link ?? '')?.[1];
  if (target === undefined) return '';
  return new URL(target, 'http://localhost').searchParams.get('cursor') ?? '';
}
