import { and, eq, isNull, sql } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { insertFrom, query } from '../../db/query.ts';
import { shareLinks } from '../../db/schema/share-links.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import { SHARE_LINKS_PER_IMAGE } from '../../../shared/entry-rules.ts';
import { hashPassword } from '../accounts/password.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { ImageActor } from '../images/access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from '../images/limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from '../images/write-image.ts';
import type { Services } from '../services.ts';
import { makeToken, type TokenRecord } from '../tokens/image-token.ts';
import { JUDGE_END_ERRORS, judgeEnd } from '../judge-end.ts';
import type { ShareLink } from './share-link.ts';

export interface NewShareLink {
  readonly label: string;
  readonly expiresAt: number | null;
  readonly maxViews: number | null;
  readonly password: string | null;
}

const TOO_MANY = 'too_many_links';

export const CREATE_SHARE_LINK_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  ...JUDGE_END_ERRORS,
  // The image has too many links.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** For the owner alone. Works whatever the visibility of the image, and through its changes. */
export async function createShareLink(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter'>,
  actor: ImageActor,
  imageId: number,
  { label, expiresAt, maxViews, password }: NewShareLink,
): Promise<ShareLink> {
  const { clock, deriveKey, keys } = services;
  judgeEnd(expiresAt, clock.now());
  await limitWrites(services, actor);
  const passwordHash = password === null ? null : await hashPassword(deriveKey, password);
  const { token, record } = await makeToken(keys, imageId, 'share');
  const createdAt = clock.now();
  const link = { label, expiresAt, maxViews, createdAt };
  try {
    const { results } = await writeImage(services, actor, imageId, 'owner_only', () => ({
      inserted: insertLink({ imageId, ...record, passwordHash, ...link }),
      fits: guard(TOO_MANY),
    }));
    const { id } = results.inserted;
    const hasPassword = passwordHash !== null;
    return { id, token, ...link, viewsTaken: maxViews === null ? null : 0, hasPassword };
  } catch (error) {
    if (!(error instanceof GuardError) || error.reason !== TOO_MANY) throw error;
    const message = `An image has at most ${String(SHARE_LINKS_PER_IMAGE)} links`;
    throw new DomainError('invalid_parameter', { message, cause: error });
  }
}

type NewRow = Omit<NewShareLink, 'password'> &
  TokenRecord & { imageId: number; passwordHash: string | null; createdAt: number };

const insertLink = prepareOne((p: Params<{ [Field in keyof NewRow]: NewRow[Field] }>) => {
  const links = query
    .select({ count: sql`count(*)` })
    .from(shareLinks)
    .where(and(eq(shareLinks.imageId, p.imageId), isNull(shareLinks.revokedAt)));
  const { imageId, tokenHash, ciphertext, keyId, label, expiresAt, maxViews } = p;
  const values = { imageId, tokenHash, ciphertext, keyId, label, expiresAt, maxViews };
  const row = { ...values, passwordHash: p.passwordHash, createdAt: p.createdAt };
  const source = sql`WHERE (${links}) < ${SHARE_LINKS_PER_IMAGE} RETURNING ${shareLinks.id}`;
  return sql<{ id: number }>`${insertFrom(shareLinks, row, source)}`;
});
