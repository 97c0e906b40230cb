/**
 * Saves the volumes of an archive one after another, each into its own file.
 *
 * - A volume is streamed to the disk; only one chunk is in memory.
 * - A file is complete or absent: an interrupted volume is discarded and starts again.
 * - After an abort no further volume is reported, even if the running file is completed.
 */

import { ConnectionError } from '../../../../client/errors.ts';

/** The next volume: its number from 1, and its cursor. */
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

export interface TakeoutTarget {
  /** Whether this volume can be written without another prompt. */
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
 * Saves volumes from a position, as many as the target takes; returns the next position, null when all are saved.
 * @throws {ApiError | ConnectionError | DOMException} also if the file cannot be written, or on abort.
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

/** Browsers throw a TypeError for an interrupted body. */
function nameFailure(error: unknown): never {
  throw error instanceof TypeError ? new ConnectionError(error) : error;
}

/** The cursor in a `Link` header with `rel="next"` (RFC 8288); '' without one. */
export function readNextCursor(link: string | null): string {
  const target = /^<([^>]+)>; rel="next"$/u.exec(link ?? '')?.[1];
  if (target === undefined) return '';
  return new URL(target, 'http://localhost').searchParams.get('cursor') ?? '';
}
