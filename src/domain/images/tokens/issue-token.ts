import { statement } from '../../../db/database.ts';
import type { Actor } from '../../actor.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { PRIVATE_TOKEN_TTL_MAX_MS, PRIVATE_TOKEN_TTL_MIN_MS } from '../../settings/registry.ts';
import { writeImage } from '../write-image.ts';
import { makeToken } from './token-record.ts';

type IssueServices = Pick<Services, 'db' | 'clock' | 'config' | 'keys'>;

export interface IssuedToken {
  readonly tokenId: number;
  /** In plain text. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const TTL_KEY = 'private_token_ttl_default_ms';

const clampTtl = (ttlMs: number): number =>
  Math.min(Math.max(ttlMs, PRIVATE_TOKEN_TTL_MIN_MS), PRIVATE_TOKEN_TTL_MAX_MS);

/**
 * Issues the one access token of a private image; an earlier one is revoked in the same batch, so that of two issued
 * at the same moment the later is the active one. `ttlMs` is clamped to the allowed range; null means the default.
 * @throws {DomainError} image_not_found, image_forbidden, account_locked, image_in_work, invalid_parameter (the image is public).
 */
export const issueToken = async (
  services: IssueServices,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
  ttlMs: number | null,
): Promise<IssuedToken> => {
  const [{ token, record }, settings] = await Promise.all([
    makeToken(services.keys, imageId),
    readSettings(services, [TTL_KEY]),
  ]);
  const now = services.clock.now();
  const expiresAt = now + clampTtl(ttlMs ?? settings[TTL_KEY]);
  const { results } = await writeImage(services, actor, imageId, ({ image }) => {
    if (image.visibility === 'public') {
      throw new DomainError('invalid_parameter', { message: 'A public image needs no token' });
    }
    return [
      statement(
        'UPDATE image_tokens SET revoked_at = ? WHERE image_id = ? AND revoked_at IS NULL',
        now,
        imageId,
      ),
      statement(
        `INSERT INTO image_tokens (image_id, token_hash, ciphertext, key_id, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
        imageId,
        record.tokenHash,
        record.ciphertext,
        record.keyId,
        now,
        expiresAt,
      ),
    ];
  });
  return { tokenId: Number(results?.[1]?.rows[0]?.['id']), token, expiresAt };
};
