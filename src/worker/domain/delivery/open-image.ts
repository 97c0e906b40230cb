import { selectAnswer } from '../../lib/http-selection.ts';
import { isRestricted } from '../../../shared/variants.ts';
import { variantKey } from '../../storage/keys.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import type { VariantLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { authorisePrivate, isOwnerOrAdmin, type FindCaller } from './authorise.ts';
import { chargeDownload } from './charge-download.ts';
import { findPublished, type PublishedMatch } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { startLook, type Look } from './look-up.ts';
import {
  admitBeside,
  readObject,
  type EarlyObject,
  type ViewRequest,
  type OpenedImage,
} from './read-object.ts';

type DeliveryServices = Pick<
  Services,
  'config' | 'clock' | 'keys' | 'db' | 'objects' | 'negativeCache' | 'log' | 'background'
>;

/** Who asks for an image, as far as the request says. */
export interface Visitor {
  /** IP address. */
  readonly address: string;
  /** All that may be meant as an image token, by the place where it stands. */
  readonly imageTokens: readonly (readonly string[])[];
  readonly findCaller: FindCaller;
}

interface Admitted {
  readonly image: PublishedMatch;
  /** Whoever was admitted by identity; null when a token decided. */
  readonly reader: Actor | null;
}

/**
 * Opens a stored variant that no cache holds, for whoever may see it (else see `openPublic`).
 * @throws {DomainError} image_not_found when there is nothing under this link, image_token_invalid for a private image
 * without a right to it, image_token_revoked, download_allowance_exhausted when a locked owner's allowance is used up,
 * too_many_misses for an address that floods.
 */
export async function openImage(
  services: DeliveryServices,
  request: ViewRequest,
  link: VariantLink,
  visitor: Visitor,
): Promise<OpenedImage> {
  return isRestricted(link.kind)
    ? openRestricted(services, request, link, visitor)
    : openPrivate(services, request, link, visitor);
}

/** `master` and `admin`: anyone but the owner and administrators is told that there is none. */
async function openRestricted(
  services: DeliveryServices,
  request: ViewRequest,
  link: VariantLink,
  { address, findCaller }: Visitor,
): Promise<OpenedImage> {
  const caller = await findCaller();
  if (caller === null) throw new DomainError('image_not_found');
  const look = startLook(services, { ...link, address });
  const image = await findUnderAlias(services, link, look);
  if (!(await isOwnerOrAdmin(services.db, image, caller))) throw new DomainError('image_not_found');
  return openUncached(services, request, { image, reader: caller }, null);
}

/** `gallery` and `publish` of a private image. */
async function openPrivate(
  services: DeliveryServices,
  request: ViewRequest,
  link: VariantLink,
  { address, imageTokens, findCaller }: Visitor,
): Promise<OpenedImage> {
  const { config, keys } = services;
  const look = startLook(services, { ...link, address });
  const key = variantKey(config.STORAGE_PATH, link.uniqueLink, link.kind);
  const { admitted, early } = await admitBeside(services, request, key, async () => {
    const tokenHashes = await hashPresentedTokens(keys, imageTokens);
    // A token usually decides by itself; without one the session decides, and is asked for at the same time.
    const caller = tokenHashes.length === 0 ? findCaller() : null;
    const [found] = await Promise.all([findUnderAlias(services, link, look, tokenHashes), caller]);
    const reader = await authorisePrivate(services, found, () => caller ?? findCaller());
    return { image: found, reader };
  });
  return openUncached(services, request, admitted, early);
}

/** The image under exactly this alias, from the primary. Those of pipeline 1 have no such link. */
async function findUnderAlias(
  { db }: DeliveryServices,
  { uniqueLink, kind }: VariantLink,
  look: Look,
  tokenHashes: readonly string[] = [],
): Promise<PublishedMatch> {
  const image = await look.settle(findPublished(db, uniqueLink, kind, tokenHashes));
  if (image.pipelineVersion === 1) throw new DomainError('image_not_found');
  return image;
}

async function openUncached(
  services: DeliveryServices,
  request: ViewRequest,
  admitted: Admitted,
  early: EarlyObject | null,
): Promise<OpenedImage> {
  const { image } = admitted;
  const record = toImageRecord(image, services.clock.now());
  const selection = selectAnswer(request.method, request.headers, record, services.clock.now());
  const object = await readObject(services, request, image, selection, early);
  if (object !== null) {
    const bytes = selection.status === 206 ? selection.length : record.size;
    await chargeDownload(services, admitted, object.body, bytes);
  }
  return { record, selection, body: object?.body ?? null, secondsLeft: null };
}
