import { GuardError } from '../../db/guard.ts';
import { sha256Hex, toHex } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import type { ImageForm, ReceiveForm } from './image-form.ts';
import {
  queueStateOf,
  selectQueuedByKey,
  type QueuedRow,
  type QueuedUpload,
} from './queue-state.ts';
import { takeKey } from './reserve-original.ts';

interface Sent {
  /** Bytes; null when unknown. */
  readonly contentLength: number | null;
  readonly receive: ReceiveForm;
}

/**
 * Finds the image that an earlier attempt of this request created, or cancels an unfinished attempt and returns null.
 * Reads the request only if its key is taken.
 */
export async function findRepeated(
  { clock, config, db }: Pick<Services, 'clock' | 'config' | 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  { idempotencyKey, ...sent }: Sent & { readonly idempotencyKey: string },
): Promise<QueuedUpload | null> {
  const now = clock.now();
  try {
    await db.batch({ key: takeKey(userId, idempotencyKey, now, config) });
    return null;
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== 'key_taken') throw error;
  }
  const since = now - config.UPLOAD_IDEMPOTENCY_TTL_MS;
  const row = await db.run(selectQueuedByKey({ userId, idempotencyKey, since }));
  return row !== null && (await isRepetition(row, sent)) ? queueStateOf(row, now) : null;
}

/** Reads the request: whether its file and texts are those of the recorded one. */
export async function isRepetition(
  { requestSha256 }: QueuedRow,
  { contentLength, receive }: Sent,
): Promise<boolean> {
  // Earlier releases recorded no more, and their keys live for a day.
  if (requestSha256 === (await hashLength(contentLength))) return true;
  const digest = new crypto.DigestStream('SHA-256');
  const writer = digest.getWriter();
  const form = await receive((bytes) => writer.write(bytes));
  await writer.close();
  return requestSha256 === (await hashForm(form, toHex(await digest.digest)));
}

export async function hashForm(
  { filename, title, description, visibility }: ImageForm,
  fileSha256: string,
): Promise<string> {
  return sha256Hex(JSON.stringify([fileSha256, filename, title, description, visibility]));
}

/** For a request whose body has not been read. */
export async function hashLength(contentLength: Sent['contentLength']): Promise<string> {
  return sha256Hex(String(contentLength));
}
