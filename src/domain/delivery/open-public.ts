import { selectAnswer } from '../../lib/http-selection.ts';
import { readUpTo } from '../../lib/streams.ts';
import type { CacheableKind } from '../../lib/variants.ts';
import type { EdgeImage, ImageRecord } from '../../storage/edge-cache.ts';
import { cachePath, variantKey } from '../../storage/keys.ts';
import type { MemoryImage } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';
import { findPublished, type LegacyMatch, type PublishedImage } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { isUnderAlias, refuseKnownMiss, startLook, type LinkView } from './look-up.ts';
import {
  admitBeside,
  discardEarly,
  hasBody,
  readObject,
  type ImageRequest,
  type OpenedImage,
} from './read-object.ts';

type PublicServices = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'db'
  | 'replica'
  | 'objects'
  | 'publicCache'
  | 'linkMisses'
  | 'log'
  | 'background'
>;

/** A look at a variant that caches may hold. */
export interface PublicView extends LinkView {
  readonly alias: 'public';
  readonly kind: CacheableKind;
}

/** What is asked for, and since when (milliseconds): all that comes of it counts as no younger. */
export interface Asked {
  readonly uniqueLink: string;
  /** Under which caches have it. */
  readonly path: string;
  readonly askedAt: number;
}

/**
 * Opens `gallery` or `publish` under a public alias: from memory, the edge cache, or the row beside the object. Null
 * when it is for pipeline 1 to answer: its image is under the link, and is not cached or asked for in another form.
 * @throws {DomainError} image_not_found, too_many_misses.
 */
export async function openPublic(
  services: PublicServices,
  request: ImageRequest,
  view: PublicView,
  isTransformed: boolean,
): Promise<OpenedImage | null> {
  const { publicCache, clock } = services;
  const { uniqueLink, kind } = view;
  const asked: Asked = { uniqueLink, path: cachePath(uniqueLink, kind), askedAt: clock.now() };
  const held = publicCache.getFromMemory(asked.path, asked.askedAt);
  if (held !== null) {
    return isTransformed && held.record.isLegacy ? null : openFromMemory(services, request, held);
  }
  refuseKnownMiss(services, view);
  const { image, isChanged } = await publicCache.getFromEdge(uniqueLink, asked.path, asked.askedAt);
  if (isTransformed && image?.record.isLegacy === true) {
    await image.body.cancel();
    return null;
  }
  const opened = image === null ? null : await openFromEdge(services, request, asked, image);
  return opened ?? openCold(services, request, view, asked, isChanged);
}

/** Answers from bytes in memory. */
export function openFromMemory(
  { publicCache, clock }: Pick<Services, 'publicCache' | 'clock'>,
  request: ImageRequest,
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
export async function openFromEdge(
  services: Pick<Services, 'publicCache' | 'clock'>,
  request: ImageRequest,
  { uniqueLink, path, askedAt }: Asked,
  { record, body }: EdgeImage,
): Promise<OpenedImage | null> {
  const { publicCache, clock } = services;
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  const secondsLeft = publicCache.secondsLeft(record, clock.now());
  if (!hasBody(request, selection)) {
    await body.cancel();
    return { record, selection, body: null, secondsLeft };
  }
  if (publicCache.fitsMemory(record.size)) {
    const bytes = await readUpTo(body, record.size);
    if (bytes?.byteLength !== record.size) return null;
    publicCache.putInMemory(uniqueLink, path, { record, bytes }, askedAt);
    return openFromMemory(services, request, { record, bytes });
  }
  if (selection.status !== 206) return { record, selection, body, secondsLeft };
  await body.cancel();
  const { offset, length } = selection;
  const part = await publicCache.getRangeFromEdge(path, offset, length);
  return part === null ? null : { record, selection, body: part, secondsLeft };
}

/** Answers from the row and the object, read side by side; null when the row is one of pipeline 1. */
async function openCold(
  services: PublicServices,
  request: ImageRequest,
  view: PublicView,
  asked: Asked,
  onlyPrimary: boolean,
): Promise<OpenedImage | null> {
  const { config, clock, publicCache } = services;
  const look = startLook(services, view);
  const key = variantKey(config.STORAGE_PATH, view.uniqueLink, view.kind);
  const { admitted: image, early } = await admitBeside(services, request, key, () =>
    look.settle(findPublic(services, view, onlyPrimary)),
  );
  if (image.pipelineVersion === 1) {
    if (early !== null) discardEarly(services, early);
    return null;
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
  { db, replica }: PublicServices,
  { uniqueLink, alias, kind }: PublicView,
  onlyPrimary: boolean,
): Promise<PublishedImage | LegacyMatch | null> {
  if (!onlyPrimary) {
    const image = await findPublished(replica, uniqueLink, kind);
    if (isUnderAlias(image, alias)) return image;
  }
  return findPublished(db, uniqueLink, kind);
}

/**
 * Puts an image whose bytes are read whole into both caches, and returns them for the answer.
 * @throws what the bytes fail with, where they go through memory.
 */
export async function putInCaches(
  { publicCache, clock, background }: Pick<Services, 'publicCache' | 'clock' | 'background'>,
  { uniqueLink, path, askedAt }: Asked,
  record: ImageRecord,
  source: ReadableStream,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  const putInEdge = (copy: Uint8Array<ArrayBuffer> | ReadableStream): void =>
    background(publicCache.putInEdge(path, record, copy, clock.now()));
  if (publicCache.fitsMemory(record.size)) {
    const bytes = new Uint8Array(await new Response(source).arrayBuffer());
    publicCache.putInMemory(uniqueLink, path, { record, bytes }, askedAt);
    putInEdge(bytes);
    return bytes;
  }
  if (!publicCache.fitsEdge(record.size)) return source;
  const [body, copy] = source.tee();
  putInEdge(copy);
  return body;
}
