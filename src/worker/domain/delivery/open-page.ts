import { DEFAULT_KIND } from '../../../shared/variants.ts';
import { utf8 } from '../../../shared/bytes.ts';
import { pagePath } from '../../storage/keys.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { PageLink } from '../links/parse-link.ts';
import type { Services } from '../services.ts';
import { hashPresentedTokens } from '../tokens/image-token.ts';
import { AUTHORISE_PRIVATE_ERRORS, authorisePrivate } from './authorise.ts';
import { findPage, type PageRow } from './find-page.ts';
import { readWhole } from './keep-public.ts';
import { admitLookup, LOOK_UP_ROW_ERRORS, refuseKnownMiss } from './look-up-row.ts';
import { toPageFacts, type PageFacts } from './page-facts.ts';
import type { Visitor } from './view.ts';

type PageServices = Pick<
  Services,
  'background' | 'clock' | 'db' | 'keys' | 'negativeCache' | 'publicCache' | 'replica'
>;

export interface OpenedPage {
  readonly facts: PageFacts;
  /** Start of the row's read (milliseconds), from which caches may keep the page; null forbids caching. */
  readonly readAt: number | null;
}

export const OPEN_PAGE_ERRORS = [
  ...LOOK_UP_ROW_ERRORS,
  ...AUTHORISE_PRIVATE_ERRORS,
] as const satisfies readonly ErrorName[];

/** Reads no object and counts no view: the image in the page does both. Caches hold the facts of public images alone. */
export async function openPage(
  services: PageServices,
  link: PageLink,
  visitor: Visitor,
  address: string,
): Promise<OpenedPage> {
  const { uniqueLink, alias } = link;
  refuseKnownMiss(services, { uniqueLink, kind: DEFAULT_KIND });
  const cached = alias === 'public' ? await lookUp(services, uniqueLink) : null;
  if (cached !== null && cached.page !== null) return cached.page;
  const row = admitLookup(services, { ...link, kind: DEFAULT_KIND, address });
  const found = await row.findOrCountMiss(
    findRow(services, uniqueLink, cached?.lookup ?? null, visitor),
  );
  if (found.visibility === 'private') await authorisePrivate(services, found, visitor.findCaller);
  const facts = toPageFacts(found);
  if (facts === null) throw new DomainError('image_not_found');
  if (found.visibility === 'private' || cached === null) return { facts, readAt: null };
  keep(services, cached.lookup, facts);
  return { facts, readAt: cached.lookup.startedAt };
}

async function lookUp(
  { clock, publicCache, background }: PageServices,
  uniqueLink: string,
): Promise<{ readonly lookup: CacheLookup; readonly page: OpenedPage | null }> {
  const path = pagePath(uniqueLink);
  const { lookup, image } = await publicCache.get(uniqueLink, path, clock.now(), background);
  if (image === null) return { lookup, page: null };
  const { record } = image;
  const bytes = 'bytes' in image ? image.bytes : await readWhole(image.body);
  if ('body' in image && publicCache.isWantedInMemory(lookup, record.size)) {
    publicCache.putInMemory(lookup, { record, bytes });
  }
  const facts = JSON.parse(new TextDecoder().decode(bytes)) as PageFacts;
  return { lookup, page: { facts, readAt: record.readAt } };
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

function keep(
  { clock, publicCache, background }: PageServices,
  lookup: CacheLookup,
  facts: PageFacts,
): void {
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
  if (publicCache.isWantedInMemory(lookup, record.size)) {
    publicCache.putInMemory(lookup, { record, bytes });
  }
  background(publicCache.putInEdge(lookup, record, bytes, clock.now()));
}
