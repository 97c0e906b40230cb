import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { findImage } from './find-image.ts';
import type { ListedImage } from './listed-image.ts';
import { openSealedToken, type ActiveToken } from './tokens/sealed-token.ts';

export interface ImageDetail {
  readonly image: ListedImage;
  /** Of a private image; null while none is active. */
  readonly token: ActiveToken | null;
}

/**
 * An image for its owner or an administrator, with its access token.
 * @throws {DomainError} image_not_found when there is no such image, image_forbidden for anyone else.
 */
export const readImage = async (
  services: Pick<Services, 'db' | 'clock' | 'keys'>,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<ImageDetail> => {
  const { image, sealedToken } = await findImage(services, actor, imageId);
  return { image, token: await openSealedToken(services, imageId, sealedToken) };
};
