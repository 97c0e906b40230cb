import { selectAnswer } from '../../lib/http-selection.ts';
import { isRestricted } from '../../../shared/variants.ts';
import { variantKey } from '../../storage/keys.ts';
import { DOWNLOAD_ALLOWANCE_ERRORS } from '../accounts/download-allowance.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { assetLink } from '../links/make-link.ts';
import type { VariantLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { AUTHORISE_PRIVATE_ERRORS, authorisePrivate, isOwnerOrAdmin } from './authorise.ts';
import { chargeDownload } from './charge-download.ts';
import { findPublished, type PublishedMatch } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { admitLookup, LOOK_UP_ROW_ERRORS, type RowLookup } from './look-up-row.ts';
import {
  admitBeside,
  readObject,
  type EarlyObject,
  type OpenedImage,
  type ViewRequest,
} from './read-object.ts';
import type { View, Visitor } from './view.ts';

type PrivateServices = Pick<
  Services,
  'config' | 'clock' | 'keys' | 'db' | 'objects' | 'negativeCache' | 'log' | 'background'
>;

interface Admitted {
  readonly image: PublishedMatch;
  /** The caller whose identity admits the request; null when a token does. */
  readonly reader: Actor | null;
}

export const OPEN_RESTRICTED_ERRORS = [
  ...LOOK_UP_ROW_ERRORS,
  ...DOWNLOAD_ALLOWANCE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Opens `master` or `admin` for the owner and administrators, never from a cache; to others it does not exist. */
export async function openRestricted(
  services: PrivateServices,
  { request, link, address }: View,
  { findCaller }: Visitor,
): Promise<OpenedImage | null> {
  if (link.form !== 'variant' || !isRestricted(link.kind)) return null;
  const caller = await findCaller();
  if (caller === null) throw new DomainError('image_not_found');
  const row = admitLookup(services, { ...link, address });
  const image = await findUnderAlias(services, link, row);
  if (!(await isOwnerOrAdmin(services.db, image, caller))) throw new DomainError('image_not_found');
  return openUncached(services, request, { image, reader: caller }, null);
}

export const OPEN_PRIVATE_ERRORS = [
  ...OPEN_RESTRICTED_ERRORS,
  ...AUTHORISE_PRIVATE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Opens `gallery` or `publish` of a private image, never from a cache. */
export async function openPrivate(
  services: PrivateServices,
  { request, link, address }: View,
  { imageTokens, findCaller }: Visitor,
): Promise<OpenedImage | null> {
  if (link.form !== 'variant' || link.alias === 'public' || isRestricted(link.kind)) return null;
  const { config, keys, negativeCache } = services;
  const row = admitLookup(services, { ...link, address });
  const isRefused = negativeCache.expectsRefusal(assetLink(link.uniqueLink, 'private'));
  const key = isRefused ? null : variantKey(config.STORAGE_PATH, link.uniqueLink, link.kind);
  const { admitted, early } = await admitBeside(services, request, key, async () => {
    const tokenHashes = await hashPresentedTokens(keys, imageTokens);
    // Without a token the session decides; its read runs beside the row's.
    const caller = tokenHashes.length === 0 ? findCaller() : null;
    const [image] = await Promise.all([findUnderAlias(services, link, row, tokenHashes), caller]);
    const reader = await authorisePrivate(services, image, () => caller ?? findCaller());
    return { image, reader };
  });
  return openUncached(services, request, admitted, early);
}

async function findUnderAlias(
  { db }: PrivateServices,
  { uniqueLink, kind }: VariantLink,
  row: RowLookup,
  tokenHashes: readonly string[] = [],
): Promise<PublishedMatch> {
  const image = await row.findOrCountMiss(findPublished(db, uniqueLink, kind, tokenHashes));
  if (image.pipelineVersion === 1) throw new DomainError('image_not_found');
  return image;
}

async function openUncached(
  services: PrivateServices,
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
