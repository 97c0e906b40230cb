import { DEFAULT_KIND } from '../../lib/variants.ts';
import { DomainError } from '../errors.ts';
import { assetPath } from '../links/make-link.ts';
import type { BareLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { findPublished } from './find-published.ts';

/**
 * Returns the path that a link without an extension means: pipeline 2 has every link end in `.webp`. For a private
 * alias that follows from the link itself, and nothing is looked up that a stranger could learn from.
 * @throws {DomainError} image_not_found.
 */
export async function resolveBare(
  { db }: Pick<Services, 'db'>,
  { uniqueLink, alias }: BareLink,
): Promise<string> {
  const path = assetPath(uniqueLink, alias);
  if (alias === 'private') return path;
  const image = await findPublished(db, uniqueLink, DEFAULT_KIND);
  if (image?.visibility !== 'public' || image.pipelineVersion !== 2) {
    throw new DomainError('image_not_found');
  }
  return path;
}
