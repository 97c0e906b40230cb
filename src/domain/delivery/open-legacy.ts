/**
 * Delivery of pipeline-1 images (specification, Direct image route 2 to 6).
 *
 * - A link is the unique link, bare or with an extension; it stays the same whatever the image's visibility is. So the
 *   row decides, read from the primary, and caches hold only what a row called public.
 * - Caches know an answer by the link and the query as it was asked for, in one form. What a query makes is in the edge
 *   cache alone.
 * - What is made and not cached is shared by those who ask for it at the same time (see `Transformer`). That may take so
 *   long that the image changes meanwhile: then it is judged again before anything is sent.
 */

import { selectAnswer, type Selection } from '../../lib/http-selection.ts';
import { sliceStream } from '../../lib/streams.ts';
import { DEFAULT_KIND, type LegacyExtension } from '../../lib/variants.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { Actor } from '../actor.ts';
import { DomainError } from '../errors.ts';
import { assetPath, LINK_ROOT } from '../links/make-link.ts';
import type { Services, Transformation } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { authorisePrivate } from './authorise.ts';
import { chooseRepresentation, type Representation } from './choose-legacy.ts';
import { countDownload } from './count-download.ts';
import { selectLegacy, type LegacyImage } from './find-legacy.ts';
import { toImageRecord } from './image-record.ts';
import { refuseKnownMiss, startLook } from './look-up.ts';
import type { Visitor } from './open-image.ts';
import { openFromEdge, putInCaches, type Asked } from './open-public.ts';
import { hasBody, readObject, type ImageRequest, type OpenedImage } from './read-object.ts';
import type { TransformQuery, Wanted } from './transform-query.ts';

type LegacyServices = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'keys'
  | 'db'
  | 'objects'
  | 'publicCache'
  | 'linkMisses'
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

/** The path that a pipeline-2 image has instead. */
export interface Redirect {
  readonly redirect: string;
}

interface Admitted {
  readonly image: LegacyImage;
  /** Whoever was admitted by identity; null for everybody else. */
  readonly reader: Actor | null;
}

/** What is sent, before it is known which of its bytes. */
interface Source {
  readonly record: ImageRecord;
  open(selection: Selection): Promise<ReadableStream | null>;
  /** Lets go of what is not opened. */
  discard(): Promise<void>;
  /** What to answer when its bytes break off before any of them was sent. */
  breakage(error: unknown): unknown;
}

/**
 * Opens a pipeline-1 image for whoever may see it: the original, what is stored of it, or what is made now. A link
 * without an extension may lead to a pipeline-2 image, which has another path.
 * @param isUncached that caches have been asked for exactly this, and have nothing.
 * @throws {DomainError} image_not_found, invalid_parameter for a query out of range, image_token_invalid and
 * image_token_revoked for a private image without a right to it, image_processing_busy, image_processing_failed,
 * download_allowance_exhausted, too_many_misses.
 */
export async function openLegacy(
  services: LegacyServices,
  request: ImageRequest,
  view: LegacyView,
  visitor: Visitor,
  isUncached = false,
): Promise<OpenedImage | Redirect> {
  const { clock, publicCache } = services;
  const asked = { uniqueLink: view.uniqueLink, path: pathOf(view), askedAt: clock.now() };
  refuseKnownMiss(services, { ...view, kind: DEFAULT_KIND });
  if (!isUncached && view.query?.ok !== false) {
    const cached = await openCached(services, request, asked);
    if (cached !== null) return cached;
  }
  const admitted = await admit(services, view, visitor);
  const { image } = admitted;
  if (image.pipelineVersion === 2) {
    if (view.extension !== null) throw new DomainError('image_not_found');
    return { redirect: assetPath(view.uniqueLink, 'public') };
  }
  const source = await openSource(services, request, image, view, asked);
  const isLate = clock.now() - asked.askedAt > publicCache.memoryTtlMs;
  const judged = isLate ? await admitAgain(services, view, visitor, source) : admitted;
  return answer(services, request, judged, source, asked);
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

async function admitAgain(
  services: LegacyServices,
  view: LegacyView,
  visitor: Visitor,
  source: Source,
): Promise<Admitted> {
  try {
    return await admit(services, view, visitor);
  } catch (error) {
    await source.discard();
    throw error;
  }
}

/** The link as caches know it, its query in one form. */
function pathOf({ uniqueLink, extension, query }: LegacyView): string {
  const path = `${LINK_ROOT}${uniqueLink}${extension === null ? '' : `.${extension}`}`;
  if (query === null || !query.ok) return path;
  const { width, height, quality } = query.value;
  const named = Object.entries({ w: width, h: height, q: quality });
  const parts = named.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return `${path}?${parts.join('&')}`;
}

async function openCached(
  services: LegacyServices,
  request: ImageRequest,
  asked: Asked,
): Promise<OpenedImage | null> {
  const { uniqueLink, path, askedAt } = asked;
  const { image } = await services.publicCache.getFromEdge(uniqueLink, path, askedAt);
  return image === null ? null : openFromEdge(services, request, asked, image);
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

async function openSource(
  services: LegacyServices,
  request: ImageRequest,
  image: LegacyImage,
  { extension, query }: LegacyView,
  { askedAt }: Asked,
): Promise<Source> {
  const chosen = chooseRepresentation(image, extension, readWanted(query));
  if (chosen === null) throw new DomainError('image_not_found');
  if ('plan' in chosen) return makeSource(services, image, chosen, askedAt);
  const { variant } = chosen;
  return {
    record: toImageRecord({ ...image, variant }, askedAt),
    open: async (selection) =>
      (await readObject(services, request, { id: image.id, variant }, selection, null))?.body ??
      null,
    discard: async () => undefined,
    breakage: (error) => error,
  };
}

function readWanted(query: TransformQuery | null): Wanted | null {
  if (query === null) return null;
  if (!query.ok) throw new DomainError('invalid_parameter', { message: query.error });
  return query.value;
}

/** Has a derivative made, for itself or together with others. */
async function makeSource(
  services: LegacyServices,
  image: LegacyImage,
  { original, plan }: Extract<Representation, { plan: unknown }>,
  askedAt: number,
): Promise<Source> {
  const { width, height, mimeType, objectKey, size: bytes, createdAt } = original;
  const source = { objectKey, mimeType, bytes, width, height };
  const made = await services.transformer.transform(source, plan);
  if (made.outcome !== 'made') throw refusal(services, image, made);
  const variant = { mimeType: made.mimeType, size: made.size, sha256: made.sha256, createdAt };
  return {
    record: toImageRecord({ ...image, variant }, askedAt),
    open: async (selection) => {
      if (selection.status === 200) return made.body;
      if (selection.status === 206) {
        return sliceStream(made.body, selection.offset, selection.length);
      }
      await made.body.cancel();
      return null;
    },
    discard: () => made.body.cancel(),
    // The object has gone, and its work with it: the next one can do it.
    breakage: () => new DomainError('image_processing_busy', { retryAfterSeconds: 1 }),
  };
}

function refusal(
  { log }: LegacyServices,
  { id }: LegacyImage,
  made: Exclude<Transformation, { outcome: 'made' }>,
): DomainError {
  if (made.outcome === 'busy') {
    return new DomainError('image_processing_busy', {
      retryAfterSeconds: made.retryAfterSeconds,
    });
  }
  log.error('image_not_transformed', { image_id: id, fault: made.fault });
  return new DomainError(
    made.fault === 'source_missing' ? 'image_not_found' : 'image_processing_failed',
  );
}

async function answer(
  services: LegacyServices,
  request: ImageRequest,
  admitted: Admitted,
  { record, open, breakage }: Source,
  asked: Asked,
): Promise<OpenedImage> {
  const { clock, publicCache } = services;
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  const opened = await open(selection);
  const isSent = opened !== null && hasBody(request, selection);
  if (opened !== null && !isSent) await opened.cancel();
  const body = isSent ? opened : null;
  if (admitted.image.visibility === 'private') {
    if (body !== null) {
      const bytes = selection.status === 206 ? selection.length : record.size;
      await countDownload(services, admitted, body, bytes);
    }
    return { record, selection, body, secondsLeft: null };
  }
  const secondsLeft = publicCache.secondsLeft(record, clock.now());
  if (body === null || selection.status !== 200) return { record, selection, body, secondsLeft };
  try {
    const sent = await putInCaches(services, asked, record, body);
    return { record, selection, body: sent, secondsLeft };
  } catch (error) {
    throw breakage(error);
  }
}
