/**
 * The right to delete one image, and no more: of a program that can keep a link and no session.
 *
 * - A link for an API key names the key, and its signature covers the hash of the key's value. It ends with that value:
 *   by withdrawal, rotation, the key's own end, or a suspension, which deletes the keys.
 * - A link for a session ends with its image.
 */

import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { toBase64Url } from '../../../shared/bytes.ts';
import { readCredential, writeCredential } from '../../lib/credential.ts';
import { isSameSecret } from '../../lib/constant-time.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { KeyActor, SessionActor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { deleteImage } from './delete-image.ts';

interface Deletable {
  readonly id: number;
  readonly uniqueLink: string;
}

type Uploader = Pick<SessionActor, 'kind'> | Pick<KeyActor, 'keyId' | 'kind' | 'tokenHash'>;
type CheckServices = Pick<Services, 'apiKeys' | 'db' | 'keys'>;

export interface Deletion extends Deletable {
  readonly userId: number;
  /** The API key that it was made for; null for a session. */
  readonly keyId: string | null;
}

export function makeDeletionToken(
  keys: KeyRing,
  image: Deletable,
  uploader: Uploader,
): Promise<string> {
  return signFor(keys, keys.activeId, image, uploader.kind === 'key' ? uploader : null);
}

/** @throws {DomainError} image_not_found for a link that deletes nothing (any more). */
export async function checkDeletionToken(
  services: CheckServices,
  token: string,
): Promise<Deletion> {
  const deletion = await readDeletionToken(services, token);
  if (deletion === null) throw new DomainError('image_not_found');
  return deletion;
}

/**
 * Null for a link whose image is gone. One row, and a call to the user's object for a link of a key.
 * @throws {DomainError} image_not_found for any other link that deletes nothing.
 */
export async function readDeletionToken(
  { apiKeys, db, keys }: CheckServices,
  token: string,
): Promise<Deletion | null> {
  const credential = await readCredential(keys, token);
  if (credential?.kind !== 'deletion') throw new DomainError('image_not_found');
  const [, imageId = '', keyId = null] = SUBJECT.exec(credential.subject) ?? [];
  const image = await db.run(selectDeletable({ imageId: Number(imageId) }));
  if (image === null) return null;
  const tokenHash = keyId === null ? null : await apiKeys.findApiKeyHash(image.userId, keyId);
  if (keyId !== null && tokenHash === null) throw new DomainError('image_not_found');
  const key = keyId === null || tokenHash === null ? null : { keyId, tokenHash };
  // Ids are never used again; the image's link makes it certain.
  const expected = await signFor(keys, credential.keyId, image, key);
  if (!(await isSameSecret(token, expected))) throw new DomainError('image_not_found');
  return { ...image, keyId };
}

export type DeletionServices = Parameters<typeof deleteImage>[0] & CheckServices;

/** As the owner's program does it: not while the account is locked or suspended. */
export async function deleteByLink(services: DeletionServices, token: string): Promise<void> {
  const { id, userId } = await checkDeletionToken(services, token);
  await deleteImage(services, { userId, kind: 'key' }, id);
}

const SUBJECT = /^(\d+)(?:_(.+))?$/u;

async function signFor(
  keys: KeyRing,
  ringId: string,
  { id, uniqueLink }: Deletable,
  key: Pick<KeyActor, 'keyId' | 'tokenHash'> | null,
): Promise<string> {
  const mac = await keys.mac('delete-link', ringId, `${id}:${uniqueLink}:${key?.tokenHash ?? ''}`);
  if (mac === null) throw new Error('the key ring has lost a key');
  const subject = key === null ? String(id) : `${id}_${key.keyId}`;
  return writeCredential(keys, ringId, 'deletion', subject, toBase64Url(mac));
}

const selectDeletable = prepareFirst((p: Params<{ imageId: number }>) =>
  query
    .select({ id: images.id, userId: images.userId, uniqueLink: images.uniqueLink })
    .from(images)
    .where(eq(images.id, p.imageId)),
);
