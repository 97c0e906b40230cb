import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { forgetRevokedTokens } from '../tokens/forget-revoked-tokens.ts';
import { revokeActiveToken } from '../tokens/revoke-active-token.ts';
import { limitWrites } from './limit-writes.ts';
import { writeImage } from './write-image.ts';

/**
 * Revokes the active token of an image; false when there was none.
 * @throws {DomainError} image_not_found, image_forbidden, account_suspended, account_locked, image_in_work,
 * too_many_image_writes.
 */
export async function revokeToken(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<boolean> {
  await limitWrites(services, actor);
  const { results } = await writeImage(services, actor, imageId, 'revoke_token', () => ({
    revoked: revokeActiveToken(imageId, services.clock.now()),
    forgotten: forgetRevokedTokens(imageId),
  }));
  return results.revoked === 1;
}
