import { DEFAULT_KIND } from '../../lib/variants.ts';
import { assetPath } from '../links/make-link.ts';
import type { BareLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { findPublished } from './find-published.ts';
import { startLook } from './look-up.ts';

/**
 * Returns the path that a link without an extension means: pipeline 2 has every link end in `.webp`. For a private
 * alias that follows from the link itself, and nothing is looked up that a stranger could learn from.
 * @throws {DomainError} image_not_found, too_many_misses.
 */
export async function resolveBare(
  services: Pick<Services, 'db' | 'clock' | 'linkMisses'>,
  { uniqueLink, alias }: BareLink,
  address: string,
): Promise<string> {
  const path = assetPath(uniqueLink, alias);
  if (alias === 'private') return path;
  const look = startLook(services, { uniqueLink, alias, kind: DEFAULT_KIND, address });
  await look.settle(findPublished(services.db, uniqueLink, DEFAULT_KIND));
  return path;
}
