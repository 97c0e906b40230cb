import { and, eq, isNull } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { imageTokens } from '../../db/schema/images.ts';
import { prepareOne, prepareWrite, type Params } from '../../db/statement.ts';
import { PRIVATE_TOKEN_TTL_MAX_MS, PRIVATE_TOKEN_TTL_MIN_MS } from '../../../shared/entry-rules.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { readSettings } from '../settings/read-settings.ts';
import { forgetRevokedTokens } from '../tokens/forget-revoked-tokens.ts';
import { makeToken, type TokenRecord } from '../tokens/image-token.ts';
import type { ImageActor } from './access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from './limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

type IssueServices = Pick<Services, 'db' | 'clock' | 'config' | 'keys' | 'limiter'>;

export interface IssuedToken {
  readonly tokenId: number;
  readonly token: string;
  readonly expiresAt: number;
}

const TTL_KEY = 'private_token_ttl_default_ms';

export const ISSUE_TOKEN_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
  // A public image.
  'invalid_parameter',
] as const satisfies readonly ErrorName[];

/** Revokes the earlier token in the same batch. `ttlMs` is clamped; null means the default. */
export async function issueToken(
  services: IssueServices,
  actor: ImageActor,
  imageId: number,
  ttlMs: number | null,
): Promise<IssuedToken> {
  await limitWrites(services, actor);
  const [{ token, record }, settings] = await Promise.all([
    makeToken(services.keys, imageId),
    readSettings(services, [TTL_KEY]),
  ]);
  const now = services.clock.now();
  const expiresAt = now + clampTtl(ttlMs ?? settings[TTL_KEY]);
  const { results } = await writeImage(
    services,
    actor,
    imageId,
    { action: 'issue_token' },
    ({ image }) => {
      if (image.visibility === 'public') {
        throw new DomainError('invalid_parameter', { message: 'A public image needs no token' });
      }
      return {
        replaced: revokeEarlier({ imageId, now }),
        forgotten: forgetRevokedTokens(imageId),
        issued: insertToken({ ...record, imageId, now, expiresAt }),
      };
    },
  );
  return { tokenId: results.issued.id, token, expiresAt };
}

function clampTtl(ttlMs: number): number {
  return Math.min(Math.max(ttlMs, PRIVATE_TOKEN_TTL_MIN_MS), PRIVATE_TOKEN_TTL_MAX_MS);
}

/** Includes an expired one: an image has at most one unrevoked token. */
const revokeEarlier = prepareWrite((p: Params<{ imageId: number; now: number }>) =>
  query
    .update(imageTokens)
    .set({ revokedAt: p.now })
    .where(and(eq(imageTokens.imageId, p.imageId), isNull(imageTokens.revokedAt))),
);

const insertToken = prepareOne(
  (
    p: Params<Record<keyof TokenRecord, string> & Record<'imageId' | 'now' | 'expiresAt', number>>,
  ) =>
    query
      .insert(imageTokens)
      .values({
        imageId: p.imageId,
        tokenHash: p.tokenHash,
        ciphertext: p.ciphertext,
        keyId: p.keyId,
        createdAt: p.now,
        expiresAt: p.expiresAt,
      })
      .returning({ id: imageTokens.id }),
);
