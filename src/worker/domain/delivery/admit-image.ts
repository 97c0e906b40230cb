import type { Visibility } from '../../db/schema/images.ts';
import { DEFAULT_KIND } from '../../../shared/variants.ts';
import { DOWNLOAD_ALLOWANCE_ERRORS } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import type { ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { AUTHORISE_PRIVATE_ERRORS, authorisePrivate } from './authorise.ts';
import { selectWithVariants, type ImageWithVariants } from './find-variants.ts';
import { admitLookup, LOOK_UP_ROW_ERRORS } from './look-up-row.ts';
import type { View, Visitor } from './view.ts';

export interface Admitted {
  readonly image: ImageWithVariants;
  /** The caller whose identity admits the request; null when nobody's has to. */
  readonly reader: Actor | null;
}

export const ADMIT_IMAGE_ERRORS = [
  ...LOOK_UP_ROW_ERRORS,
  ...AUTHORISE_PRIVATE_ERRORS,
  ...DOWNLOAD_ALLOWANCE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Reads the row from the primary. A pipeline-1 image has only its public alias; its row holds the visibility. */
export async function admitImage(
  services: Pick<Services, 'clock' | 'db' | 'keys' | 'negativeCache'>,
  { link: { uniqueLink }, address }: View,
  { imageTokens, findCaller }: Visitor,
  alias: Visibility,
): Promise<Admitted> {
  const { db, keys } = services;
  const row = admitLookup(services, { uniqueLink, alias, kind: DEFAULT_KIND, address });
  const tokenHashes = await hashPresentedTokens(keys, imageTokens);
  const image = await row.findOrCountMiss(db.run(selectWithVariants({ uniqueLink, tokenHashes })));
  const isPrivate = image.visibility === 'private';
  return { image, reader: isPrivate ? await authorisePrivate(services, image, findCaller) : null };
}
