import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { images } from '../../db/schema/images.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { toBase64Url } from '../../../shared/bytes.ts';
import { readCredential, writeCredential } from '../../lib/credential.ts';
import { isSameSecret } from '../../lib/constant-time.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { deleteImage } from './delete-image.ts';

interface Deletable {
  readonly id: number;
  readonly uniqueLink: string;
}

/** The right to delete this image, and no more: of a program that can keep a link and no session. */
export function makeDeletionToken(keys: KeyRing, image: Deletable): Promise<string> {
  return signFor(keys, keys.activeId, image);
}

/** Throws unless the token names an image that is there. @throws {DomainError} image_not_found */
export async function checkDeletionToken(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  token: string,
): Promise<Deletable & { readonly userId: number }> {
  const credential = await readCredential(keys, token);
  if (credential?.kind !== 'deletion') throw new DomainError('image_not_found');
  const image = await db.run(selectDeletable({ imageId: Number(credential.subject) }));
  if (image === null) throw new DomainError('image_not_found');
  // Ids are never used again; the link makes it certain.
  const expected = await signFor(keys, credential.keyId, image);
  if (!(await isSameSecret(token, expected))) throw new DomainError('image_not_found');
  return image;
}

/** As the owner's program does it: not while the account is locked or suspended. */
export async function deleteByLink(
  services: Parameters<typeof deleteImage>[0] & Pick<Services, 'keys'>,
  token: string,
): Promise<void> {
  const { id, userId } = await checkDeletionToken(services, token);
  await deleteImage(services, { userId, kind: 'key' }, id);
}

async function signFor(
  keys: KeyRing,
  keyId: string,
  { id, uniqueLink }: Deletable,
): Promise<string> {
  const mac = await keys.mac('delete-link', keyId, `${id}:${uniqueLink}`);
  if (mac === null) throw new Error('the key ring has lost a key');
  return writeCredential(keys, keyId, 'deletion', String(id), toBase64Url(mac));
}

const selectDeletable = prepareFirst((p: Params<{ imageId: number }>) =>
  query
    .select({ id: images.id, userId: images.userId, uniqueLink: images.uniqueLink })
    .from(images)
    .where(eq(images.id, p.imageId)),
);
