import type { ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { forgetRevokedTokens } from '../tokens/forget-revoked-tokens.ts';
import { revokeActiveToken } from '../tokens/revoke-active-token.ts';
import type { ImageActor } from './access-image.ts';
import { LIMIT_WRITES_ERRORS, limitWrites } from './limit-writes.ts';
import { WRITE_IMAGE_ERRORS, writeImage } from './write-image.ts';

export const REVOKE_TOKEN_ERRORS = [
  ...WRITE_IMAGE_ERRORS,
  ...LIMIT_WRITES_ERRORS,
] as const satisfies readonly ErrorName[];

export async function revokeToken(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  actor: ImageActor,
  imageId: number,
): Promise<boolean> {
  await limitWrites(services, actor);
  const { results } = await writeImage(
    services,
    actor,
    imageId,
    { action: 'revoke_token' },
    () => ({
      revoked: revokeActiveToken(imageId, services.clock.now()),
      forgotten: forgetRevokedTokens(imageId),
    }),
  );
  return results.revoked === 1;
}
