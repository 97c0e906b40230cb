import { selectAnswer } from '../../lib/http-selection.ts';
import type { EdgeImage } from '../../storage/edge-cache.ts';
import type { CacheLookup, MemoryImage } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';
import { readWhole } from './keep-public.ts';
import { hasBody, type OpenedImage, type ViewRequest } from './read-object.ts';
import { assetLinkIn, type View } from './view.ts';

type CacheServices = Pick<Services, 'clock' | 'publicCache' | 'negativeCache' | 'background'>;

/** Opens a public link, without its query, from memory or the edge cache. */
export async function openCached(services: CacheServices, view: View): Promise<OpenedImage | null> {
  const { publicLink, query } = view;
  if (publicLink === null || (query !== null && publicLink.kind === null)) return null;
  const { lookup, image } = await lookUpInCaches(services, view, publicLink.path);
  if (image === null) return null;
  if (query === null || !image.record.isLegacy) return openFound(services, view, lookup, image);
  if ('body' in image) await image.body.cancel();
  return null;
}

/** Reuses the view's earlier lookup of this path, without its image. Reads only the epoch if a refusal is expected. */
export async function lookUpInCaches(
  { clock, publicCache, negativeCache, background }: CacheServices,
  view: View,
  path: string,
): Promise<{ readonly lookup: CacheLookup; readonly image: MemoryImage | EdgeImage | null }> {
  if (view.lookup?.path === path) return { lookup: view.lookup, image: null };
  const { link } = view;
  const asked = [link.uniqueLink, path, clock.now(), background] as const;
  const found = negativeCache.expectsRefusal(assetLinkIn(link))
    ? { lookup: await publicCache.startLookup(...asked), image: null }
    : await publicCache.get(...asked);
  view.lookup = found.lookup;
  return found;
}

export async function openFound(
  services: Pick<Services, 'publicCache' | 'clock'>,
  { request }: View,
  lookup: CacheLookup,
  image: MemoryImage | EdgeImage,
): Promise<OpenedImage | null> {
  return 'bytes' in image
    ? openFromMemory(services, request, image)
    : openFromEdge(services, request, lookup, image);
}

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

/** Copies a small image into memory. */
async function openFromEdge(
  services: Pick<Services, 'publicCache' | 'clock'>,
  request: ViewRequest,
  lookup: CacheLookup,
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
  if (publicCache.isWantedInMemory(lookup, record.size)) {
    const bytes = await readWhole(body);
    if (bytes.byteLength !== record.size) return null;
    publicCache.putInMemory(lookup, { record, bytes });
    return openFromMemory(services, request, { record, bytes });
  }
  if (selection.status !== 206) return { record, selection, body, secondsLeft };
  await body.cancel();
  const { offset, length } = selection;
  const part = await publicCache.getRangeFromEdge(lookup.path, offset, length);
  return part === null ? null : { record, selection, body: part, secondsLeft };
}
