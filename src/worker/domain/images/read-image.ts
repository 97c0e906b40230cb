import type { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { openSealedToken, type ActiveToken } from '../tokens/image-token.ts';
import { ACCESS_IMAGE_ERRORS, accessImage, type ImageActor } from './access-image.ts';
import type { ListedImage } from './listed-image.ts';

export interface ImageDetail {
  readonly image: ListedImage;
  readonly failure: Failure | null;
  /** A private image's active token. */
  readonly token: ActiveToken | null;
}

export const READ_IMAGE_ERRORS = ACCESS_IMAGE_ERRORS;

export async function readImage(
  services: Pick<Services, 'db' | 'clock' | 'keys'>,
  actor: ImageActor,
  imageId: number,
): Promise<ImageDetail> {
  const { image, failure, sealedToken } = await accessImage(services, actor, imageId);
  const token = sealedToken === null ? null : await openSealedToken(services, imageId, sealedToken);
  return { image, failure, token };
}
