import { fixLength } from '../../lib/fixed-length.ts';
import { selectAnswer } from '../../lib/http-selection.ts';
import { DEFAULT_KIND, isRestricted, type CacheableKind } from '../../../shared/variants.ts';
import type { EdgeImage, ImageRecord } from '../../storage/edge-cache.ts';
import { cachePath, legacyPath, variantKey } from '../../storage/keys.ts';
import type { CacheLookup, MemoryImage } from '../../storage/public-cache.ts';
import type { DeliveryLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { findPublished, type LegacyMatch, type PublishedMatch } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { isUnderAlias, refuseKnownMiss, startLook } from './look-up.ts';
import {
  admitBeside,
  discardEarly,
  hasBody,
  readObject,
  type ViewRequest,
  type OpenedImage,
} from './read-object.ts';

export type { CacheLookup };

type CacheServices = Pick<Services, 'clock' | 'publicCache' | 'negativeCache'>;

type PublicServices = CacheServices &
  Pick<Services, 'config' | 'db' | 'replica' | 'objects' | 'log' | 'background'>;

/** A public link, which caches may hold under its path. */
export interface PublicLink {
  readonly uniqueLink: string;
  readonly path: string;
  /** Null for what pipeline 1 alone has. */
  readonly kind: CacheableKind | null;
}

/** The public link that a link is; null when it is none. */
export function toPublicLink(link: DeliveryLink): PublicLink | null {
  const { uniqueLink } = link;
  if (link.form === 'legacy') {
    return { uniqueLink, path: legacyPath(uniqueLink, link.extension), kind: null };
  }
  if (link.alias === 'private') return null;
  if (link.form === 'bare') return { uniqueLink, path: legacyPath(uniqueLink, null), kind: null };
  const { kind } = link;
  return isRestricted(kind) ? null : { uniqueLink, path: cachePath(uniqueLink, kind), kind };
}

/**
 * Opens what caches have of a public link; if they have nothing, returns what they were asked.
 * @param isTransformed whether another form than the stored one is asked for, which pipeline 1 alone makes.
 * @throws {DomainError} image_not_found for a link that led nowhere a moment ago.
 */
export async function openFromCaches(
  services: CacheServices,
  request: ViewRequest,
  { uniqueLink, path, kind }: PublicLink,
  isTransformed: boolean,
  background: Services['background'],
): Promise<OpenedImage | CacheLookup> {
  refuseKnownMiss(services, { uniqueLink, kind: kind ?? DEFAULT_KIND });
  const { publicCache, clock } = services;
  const { asked, image } = await publicCache.get(uniqueLink, path, clock.now(), background);
  if (image === null) return asked;
  if (!isTransformed || !image.record.isLegacy) {
    return (await openCached(services, request, asked, image)) ?? asked;
  }
  if ('body' in image) await image.body.cancel();
  return asked;
}

/** Answers with what a cache has; null when it cannot. */
export async function openCached(
  services: Pick<Services, 'publicCache' | 'clock'>,
  request: ViewRequest,
  asked: CacheLookup,
  image: MemoryImage | EdgeImage,
): Promise<OpenedImage | null> {
  return 'bytes' in image
    ? openFromMemory(services, request, image)
    : openFromEdge(services, request, asked, image);
}

/** Answers from bytes in memory. */
export function openFromMemory(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  request: ViewRequest,
  { record, bytes }: MemoryImage,
): OpenedImage {
  const nowMs = clock.now();
  const selection = selectAnswer(request.method, request.headers, record, nowMs);
  let body: OpenedImage['body'] = null;
  if (hasBody(request, selection)) {
    body =
      selection.status === 206
        ? bytes.subarray(selection.offset, selection.offset + selection.length)
        : bytes;
  }
  return { record, selection, body, secondsLeft: publicCache.secondsLeft(record, nowMs) };
}

/** Answers from the data centre's cache; null when it cannot. A small image moves up into memory. */
async function openFromEdge(
  services: Pick<Services, 'publicCache' | 'clock'>,
  request: ViewRequest,
  asked: CacheLookup,
  { record, body }: EdgeImage,
): Promise<OpenedImage | null> {
  const { publicCache, clock } = services;
  const nowMs = clock.now();
  const selection = selectAnswer(request.method, request.headers, record, nowMs);
  const secondsLeft = publicCache.secondsLeft(record, nowMs);
  if (!hasBody(request, selection)) {
    await body.cancel();
    return { record, selection, body: null, secondsLeft };
  }
  if (publicCache.isWantedInMemory(asked, record.size)) {
    const bytes = await readWhole(body);
    if (bytes.byteLength !== record.size) return null;
    publicCache.putInMemory(asked, { record, bytes });
    return openFromMemory(services, request, { record, bytes });
  }
  if (selection.status !== 206) return { record, selection, body, secondsLeft };
  await body.cancel();
  const { offset, length } = selection;
  const part = await publicCache.getRangeFromEdge(asked.path, offset, length);
  return part === null ? null : { record, selection, body: part, secondsLeft };
}

/**
 * Opens `gallery` or `publish` by its row and its object, which are read side by side, once the caches have been asked
 * in vain: a read of the bucket beside each look-up would cost more than all else of a view that the edge answers, and
 * one of the row would lead every such view to the one database. If the row is one of pipeline 1, which has to answer
 * itself, returns what the caches were asked.
 * @param address the visitor's IP address.
 * @throws {DomainError} image_not_found, too_many_misses.
 */
export async function openCold(
  services: PublicServices,
  request: ViewRequest,
  kind: CacheableKind,
  address: string,
  asked: CacheLookup,
): Promise<OpenedImage | CacheLookup> {
  const { config, clock, publicCache } = services;
  const { uniqueLink } = asked;
  const look = startLook(services, { uniqueLink, alias: 'public', kind, address });
  const key = variantKey(config.STORAGE_PATH, uniqueLink, kind);
  const { admitted: image, early } = await admitBeside(services, request, key, () =>
    look.settle(findPublic(services, asked, kind)),
  );
  if (image.pipelineVersion === 1) {
    if (early !== null) discardEarly(services, early);
    return asked;
  }
  const record = toImageRecord(image, asked.askedAt);
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  const object = await readObject(services, request, image, selection, early);
  const secondsLeft = publicCache.secondsLeft(record, clock.now());
  if (object === null || selection.status !== 200) {
    return { record, selection, body: object?.body ?? null, secondsLeft };
  }
  const body = await putInCaches(services, asked, record, object.body);
  return { record, selection, body, secondsLeft };
}

/** What is under a public link; a replica that does not know the image there is not believed. */
async function findPublic(
  { db, replica, publicCache }: PublicServices,
  asked: CacheLookup,
  kind: CacheableKind,
): Promise<PublishedMatch | LegacyMatch | null> {
  if (!(await publicCache.isChanged(asked))) {
    const image = await findPublished(replica, asked.uniqueLink, kind);
    if (isUnderAlias(image, 'public')) return image;
  }
  return findPublished(db, asked.uniqueLink, kind);
}

/**
 * Puts an image whose bytes are read whole into both caches, and returns them for the answer.
 * @throws what the bytes fail with, where they go through memory.
 */
export async function putInCaches(
  { publicCache, clock, background }: Pick<Services, 'publicCache' | 'clock' | 'background'>,
  asked: CacheLookup,
  record: ImageRecord,
  source: ReadableStream,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  const putInEdge = (copy: Uint8Array<ArrayBuffer> | ReadableStream): void =>
    background(publicCache.putInEdge(asked, record, copy, clock.now()));
  if (publicCache.fitsMemory(record.size)) {
    const bytes = await readWhole(source);
    if (bytes.byteLength !== record.size) throw new RangeError('The image ends too early');
    if (publicCache.isWantedInMemory(asked, record.size)) {
      publicCache.putInMemory(asked, { record, bytes });
    }
    putInEdge(bytes);
    return bytes;
  }
  const copies = publicCache.copy(source, record.size, clock.now());
  if (copies === null) return fixLength(source, record.size);
  putInEdge(copies.toPut);
  return copies.toSend;
}

/** Natively: a reader of ours would cost more than the look-up. */
async function readWhole(source: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(source).arrayBuffer());
}
