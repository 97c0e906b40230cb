import type { Actor } from '../actor.ts';
import type { Services } from '../services.ts';
import { findImage } from './find-image.ts';
import type { ListedImage } from './listed-image.ts';

/**
 * An image for its owner or an administrator.
 * @throws DomainError 4041 when there is no such image, 4031 for anyone else.
 */
export const readImage = async (
  services: Pick<Services, 'db'>,
  actor: Pick<Actor, 'userId'>,
  imageId: number,
): Promise<ListedImage> => (await findImage(services, actor, imageId)).image;
