import { statement, type Statement } from '../../../db/database.ts';
import type { Actor } from '../../actor.ts';
import type { Services } from '../../services.ts';
import { writeImage } from '../write-image.ts';

/** Revokes the token that is in force, if any; an expired one stays expired. */
export const revokeActiveToken = (imageId: number, nowMs: number): Statement =>
  statement(
    'UPDATE image_tokens SET revoked_at = ? WHERE image_id = ? AND revoked_at IS NULL AND expires_at > ?',
    nowMs,
    imageId,
    nowMs,
  );

/**
 * Revokes the active token of an image; false when there was none.
 * @throws {DomainError} image_not_found, image_forbidden, account_locked, image_in_work.
 */
export const revokeToken = async (
  services: Pick<Services, 'db' | 'clock'>,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<boolean> => {
  const { results } = await writeImage(services, actor, imageId, () => [
    revokeActiveToken(imageId, services.clock.now()),
  ]);
  return results?.[0]?.changes === 1;
};
