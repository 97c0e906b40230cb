import { DEFAULT_KIND } from '../../../shared/variants.ts';
import { utf8 } from '../../../shared/bytes.ts';
import { pagePath } from '../../storage/keys.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { CacheLookup, MemoryImage } from '../../storage/public-cache.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import { assetLink } from '../links/make-link.ts';
import type { PageLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { AUTHORISE_PRIVATE_ERRORS, authorisePrivate } from './authorise.ts';
import { findPage, type PageRow } from './find-page.ts';
import { readWhole } from './keep-public.ts';
import { admitLookup, LOOK_UP_ROW_ERRORS, refuseFromMemory } from './look-up-row.ts';
import { toPageFacts, type PageFacts } from './page-facts.ts';
import type { Visitor } from './view.ts';

type PageServices = Pick<
  Services,
  'background' | 'clock' | 'db' | 'keys' | 'negativeCache' | 'publicCache' | 'replica'
>;

export interface OpenedPage {
  /** The same object as long as it is in memory. */
  readonly facts: PageFacts;
  /** Start of the row's read (milliseconds), from which caches may keep the page; null forbids caching. */
  readonly readAt: number | null;
}

export interface CachedPage {
  readonly lookup: CacheLookup;
  readonly page: OpenedPage | null;
}

/** Facts and one page made of them. */
const HELD_BYTES = 10_240;

const parsed = new WeakMap<ImageRecord, PageFacts>();

/** Null for a private alias. */
export async function openCachedPage(
  services: Pick<Services, 'background' | 'clock' | 'negativeCache' | 'publicCache'>,
  { uniqueLink, alias }: PageLink,
): Promise<CachedPage | null> {
  const { clock, negativeCache, publicCache, background } = services;
  await refuseFromMemory(services, { uniqueLink, alias, kind: DEFAULT_KIND });
  if (alias === 'private') return null;
  const asked = [uniqueLink, pagePath(uniqueLink), clock.now(), background] as const;
  // Others wait for this request to read the row.
  if (negativeCache.expectsRefusal(assetLink(uniqueLink, alias))) {
    return { lookup: await publicCache.startLookup(...asked), page: null };
  }
  const { lookup, image } = await publicCache.get(...asked);
  if (image === null) return { lookup, page: null };
  const { record } = image;
  const bytes = 'bytes' in image ? image.bytes : await readWhole(image.body);
  if ('body' in image) keepInMemory(services, lookup, { record, bytes });
  return { lookup, page: { facts: parseFacts(record, bytes), readAt: record.readAt } };
}

export const OPEN_PAGE_ERRORS = [
  ...LOOK_UP_ROW_ERRORS,
  ...AUTHORISE_PRIVATE_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Opens what `openCachedPage` did not find. Reads no object and counts no view: the image in the page does both. Caches
 * hold the facts of public images alone.
 */
export async function openPage(
  services: PageServices,
  link: PageLink,
  lookup: CacheLookup | null,
  visitor: Visitor,
  address: string,
): Promise<OpenedPage> {
  const row = admitLookup(services, { ...link, kind: DEFAULT_KIND, address });
  const found = await row.findOrCountMiss(findRow(services, link.uniqueLink, lookup, visitor));
  if (found.visibility === 'private') await authorisePrivate(services, found, visitor.findCaller);
  const facts = toPageFacts(found);
  if (facts === null) throw new DomainError('image_not_found');
  if (found.visibility === 'private' || lookup === null) return { facts, readAt: null };
  keep(services, lookup, facts);
  return { facts, readAt: lookup.startedAt };
}

/** A replica may lag, so the primary confirms everything but a public image. */
async function findRow(
  { db, keys, publicCache, replica }: PageServices,
  uniqueLink: string,
  lookup: CacheLookup | null,
  { imageTokens }: Visitor,
): Promise<PageRow | null> {
  const tokenHashes = await hashPresentedTokens(keys, imageTokens);
  if (lookup !== null && tokenHashes.length === 0 && !(await publicCache.isChanged(lookup))) {
    const row = await findPage(replica, uniqueLink);
    if (row?.visibility === 'public') return row;
  }
  return findPage(db, uniqueLink, tokenHashes);
}

function keep(services: PageServices, lookup: CacheLookup, facts: PageFacts): void {
  const { clock, publicCache, background } = services;
  const bytes = utf8(JSON.stringify(facts));
  const record = {
    imageId: facts.imageId,
    etag: '',
    lastModifiedMs: 0,
    size: bytes.byteLength,
    mimeType: 'application/json',
    disposition: '',
    isLegacy: false,
    readAt: lookup.startedAt,
  };
  parsed.set(record, facts);
  keepInMemory(services, lookup, { record, bytes });
  background(publicCache.putInEdge(lookup, record, bytes, clock.now()));
}

function keepInMemory(
  { publicCache }: Pick<Services, 'publicCache'>,
  lookup: CacheLookup,
  image: MemoryImage,
): void {
  const heldBytes = image.record.size + HELD_BYTES;
  if (publicCache.isWantedInMemory(lookup, heldBytes)) {
    publicCache.putInMemory(lookup, image, heldBytes);
  }
}

function parseFacts(record: ImageRecord, bytes: Uint8Array): PageFacts {
  const known = parsed.get(record);
  if (known !== undefined) return known;
  const facts = JSON.parse(new TextDecoder().decode(bytes)) as PageFacts;
  parsed.set(record, facts);
  return facts;
}
