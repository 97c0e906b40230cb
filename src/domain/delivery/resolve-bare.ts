import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findImage } from './find-image.ts';
import { assetLink, type DeliveryLink } from './parse-link.ts';

/**
 * The path that a link without an extension means: pipeline 2 has every link end in `.webp`. For a private alias
 * that follows from the link itself, and nothing is looked up that a stranger could learn from.
 * @throws {DomainError} image_not_found.
 */
export const resolveBare = async (
  { db }: Pick<Services, 'db'>,
  { uniqueLink, alias }: Extract<DeliveryLink, { form: 'bare' }>,
): Promise<string> => {
  const path = `/i/${assetLink(uniqueLink, alias)}.webp`;
  if (alias === 'private') return path;
  const image = await findImage(db, uniqueLink, 'publish');
  if (image?.visibility !== 'public' || image.pipelineVersion !== 2)
    throw new DomainError('image_not_found');
  return path;
};
