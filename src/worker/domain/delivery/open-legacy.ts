/**
 * Delivery of pipeline-1 images (specification, Direct image route 2 to 6).
 *
 * - A link is the unique link, bare or with an extension; it stays the same whatever the image's visibility is. So the
 *   row decides, read from the primary, and caches hold only what a row called public.
 * - Caches know an answer by the link and the query as it was asked for, in one form. What a query makes is in the edge
 *   cache alone.
 * - What is made and not cached is shared by those who ask for it at the same time (see `Transformations`). That may take so
 *   long that the image changes meanwhile: then it is judged again before anything is sent.
 */

import { selectAnswer } from '../../lib/http-selection.ts';
import { DEFAULT_KIND, type LegacyExtension } from '../../../shared/variants.ts';
import { legacyPath } from '../../storage/keys.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { assetPath } from '../links/make-link.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { authorisePrivate } from './authorise.ts';
import { chooseRepresentation, type Representation } from './choose-legacy.ts';
import { chargeDownload } from './charge-download.ts';
import { selectLegacy, type LegacyImage } from './find-legacy.ts';
import { openSource, type LegacySource } from './legacy-source.ts';
import { refuseKnownMiss, startLook } from './look-up.ts';
import type { Visitor } from './open-image.ts';
import { openCached } from './open-public.ts';
import type { ViewRequest, OpenedImage } from './read-object.ts';
import type { TransformQuery } from './transform-query.ts';

type LegacyServices = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'keys'
  | 'db'
  | 'objects'
  | 'publicCache'
  | 'negativeCache'
  | 'transformer'
  | 'log'
  | 'background'
>;

export interface LegacyView {
  readonly uniqueLink: string;
  readonly extension: LegacyExtension | null;
  /** Null when it asks for nothing. */
  readonly query: TransformQuery | null;
}

/** The path at which an image is instead. */
export interface Redirect {
  readonly redirect: string;
  /** When what says so was asked for (milliseconds), since when caches may keep it; null: they may not. */
  readonly readAt: number | null;
}

interface Admitted {
  readonly image: LegacyImage;
  /** Whoever was admitted by identity; null for everybody else. */
  readonly reader: Actor | null;
}

/**
 * Opens a pipeline-1 image for whoever may see it: the original, what is stored of it, or what is made now. A link
 * without an extension may lead to a pipeline-2 image, which has another path.
 * @param known what caches were asked in vain for this link without a query.
 * @throws {DomainError} image_not_found, invalid_parameter for a query out of range, image_token_invalid and
 * image_token_revoked for a private image without a right to it, image_processing_busy, image_processing_failed,
 * download_allowance_exhausted, too_many_misses.
 */
export async function openLegacy(
  services: LegacyServices,
  request: ViewRequest,
  view: LegacyView,
  visitor: Visitor,
  known: CacheLookup | null = null,
): Promise<OpenedImage | Redirect> {
  const { clock, publicCache, background } = services;
  refuseKnownMiss(services, { ...view, kind: DEFAULT_KIND });
  const { asked, image: cached } =
    known !== null && view.query === null
      ? { asked: known, image: null }
      : await publicCache.get(view.uniqueLink, viewPath(view), clock.now(), background);
  const opened = cached === null ? null : await openCached(services, request, asked, cached);
  if (opened !== null) return opened;
  const admitted = await admit(services, view, visitor);
  const { image } = admitted;
  if (image.pipelineVersion === 2) {
    if (view.extension !== null) throw new DomainError('image_not_found');
    return { redirect: assetPath(view.uniqueLink, 'public'), readAt: asked.askedAt };
  }
  const chosen = choose(image, view);
  const source = await openSource(services, image, chosen, asked.askedAt, visitor.address);
  const isLate = clock.now() - asked.askedAt > publicCache.lookTtlMs;
  const judged = isLate ? await admitAgain(services, view, visitor, source) : admitted;
  return answer(services, request, judged, source, asked);
}

/** The link as caches know it, its query in one form; nothing is ever under one with a query that is out of range. */
function viewPath({ uniqueLink, extension, query }: LegacyView): string {
  const path = legacyPath(uniqueLink, extension);
  if (query === null) return path;
  if (!query.ok) return `${path}?refused`;
  const { width, height, quality } = query.value;
  const named = Object.entries({ w: width, h: height, q: quality });
  const parts = named.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return `${path}?${parts.join('&')}`;
}

/** Finds the image and admits whoever asks; anybody for a public one. */
async function admit(
  services: LegacyServices,
  view: LegacyView,
  visitor: Visitor,
): Promise<Admitted> {
  const image = await findImage(services, view, visitor);
  const isPrivate = image.pipelineVersion === 1 && image.visibility === 'private';
  const reader = isPrivate
    ? await authorisePrivate(services, image, () => visitor.findCaller())
    : null;
  return { image, reader };
}

/** @throws {DomainError} invalid_parameter for a query that is out of range. */
function choose(image: LegacyImage, { extension, query }: LegacyView): Representation {
  if (query?.ok === false) throw new DomainError('invalid_parameter', { message: query.error });
  const chosen = chooseRepresentation(image, extension, query?.value ?? null);
  if (chosen === null) throw new DomainError('image_not_found');
  return chosen;
}

async function admitAgain(
  services: LegacyServices,
  view: LegacyView,
  visitor: Visitor,
  source: LegacySource,
): Promise<Admitted> {
  try {
    return await admit(services, view, visitor);
  } catch (error) {
    await source.discard();
    throw error;
  }
}

async function findImage(
  services: LegacyServices,
  { uniqueLink }: LegacyView,
  { address, imageTokens }: Visitor,
): Promise<LegacyImage> {
  const { db, keys } = services;
  // What is under the link is public only as its row says; until then it is looked for under its only name.
  const look = startLook(services, { uniqueLink, alias: 'public', kind: DEFAULT_KIND, address });
  const tokenHashes = await hashPresentedTokens(keys, imageTokens);
  return look.settle(db.run(selectLegacy({ uniqueLink, tokenHashes })));
}

async function answer(
  services: LegacyServices,
  request: ViewRequest,
  admitted: Admitted,
  { record, send }: LegacySource,
  asked: CacheLookup,
): Promise<OpenedImage> {
  const { clock, publicCache } = services;
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  if (admitted.image.visibility === 'public') {
    const body = await send(request, selection, asked);
    const secondsLeft = publicCache.secondsLeft(record, clock.now());
    return { record, selection, body, secondsLeft };
  }
  const body = await send(request, selection, null);
  if (body instanceof ReadableStream) {
    const bytes = selection.status === 206 ? selection.length : record.size;
    await chargeDownload(services, admitted, body, bytes);
  }
  return { record, selection, body, secondsLeft: null };
}
