import { selectAnswer } from '../../lib/http-selection.ts';
import type { CacheableKind } from '../../../shared/variants.ts';
import { variantKey } from '../../storage/keys.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import { assetLink } from '../links/make-link.ts';
import type { Services } from '../services.ts';
import { findPublished, type LegacyMatch, type PublishedMatch } from './find-published.ts';
import { toImageRecord } from './image-record.ts';
import { keepPublic } from './keep-public.ts';
import { admitLookup, isUnderAlias, LOOK_UP_ROW_ERRORS } from './look-up-row.ts';
import { lookUpInCaches } from './open-cached.ts';
import { admitBeside, discardEarly, readObject, type OpenedImage } from './read-object.ts';
import type { View } from './view.ts';

type PublishedServices = Pick<
  Services,
  | 'clock'
  | 'config'
  | 'db'
  | 'replica'
  | 'objects'
  | 'publicCache'
  | 'negativeCache'
  | 'log'
  | 'background'
>;

export const OPEN_PUBLISHED_ERRORS = LOOK_UP_ROW_ERRORS;

/** Null for pipeline 1. Runs after the caches, not beside them, because the edge answers most views. */
export async function openPublished(
  services: PublishedServices,
  view: View,
): Promise<OpenedImage | null> {
  const { request, link, publicLink, address } = view;
  if (publicLink === null || publicLink.kind === null) return null;
  const { path, kind } = publicLink;
  const { uniqueLink } = link;
  const { config, clock, publicCache, negativeCache } = services;
  const { lookup } = await lookUpInCaches(services, view, path);
  const row = admitLookup(services, { uniqueLink, alias: 'public', kind, address });
  const isRefused = negativeCache.expectsRefusal(assetLink(uniqueLink, 'public'));
  const key = isRefused ? null : variantKey(config.STORAGE_PATH, uniqueLink, kind);
  const { admitted: image, early } = await admitBeside(services, request, key, () =>
    row.findOrCountMiss(findPublic(services, lookup, kind)),
  );
  if (image.pipelineVersion === 1) {
    if (early !== null) discardEarly(services, early);
    return null;
  }
  const record = toImageRecord(image, lookup.startedAt);
  const selection = selectAnswer(request.method, request.headers, record, clock.now());
  const object = await readObject(services, request, image, selection, early);
  const secondsLeft = publicCache.secondsLeft(record, clock.now());
  if (object === null || selection.status !== 200) {
    return { record, selection, body: object?.body ?? null, secondsLeft };
  }
  const body = await keepPublic(services, lookup, record, object.body);
  return { record, selection, body, secondsLeft };
}

/** A replica may lag, so the primary confirms a miss, and is asked alone where one is expected. */
async function findPublic(
  { db, replica, publicCache, negativeCache }: PublishedServices,
  lookup: CacheLookup,
  kind: CacheableKind,
): Promise<PublishedMatch | LegacyMatch | null> {
  const { uniqueLink } = lookup;
  const isRefused = negativeCache.expectsRefusal(assetLink(uniqueLink, 'public'));
  if (!isRefused && !(await publicCache.isChanged(lookup))) {
    const image = await findPublished(replica, uniqueLink, kind);
    if (isUnderAlias(image, 'public')) return image;
  }
  return findPublished(db, uniqueLink, kind);
}
