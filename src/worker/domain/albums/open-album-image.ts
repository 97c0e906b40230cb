import { sql } from 'drizzle-orm';
import { prepareFirst, type Params } from '../../db/statement.ts';
import { selectPageRow } from '../delivery/find-page.ts';
import { selectPublished } from '../delivery/find-variants.ts';
import { OPEN_DERIVATIVE_ERRORS } from '../delivery/image-source.ts';
import { openAs, type PreviewRequest } from '../delivery/open-preview.ts';
import type { RenditionServices } from '../delivery/open-rendition.ts';
import { toPageFacts, type PageFacts } from '../delivery/page-facts.ts';
import type { OpenedImage } from '../delivery/read-object.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import {
  findUnderLink,
  isInShared,
  selectShared,
  SHARED_ALBUM_ERRORS,
  type AlbumVisit,
  type AlbumVisitor,
  type SharedAlbum,
  type SharedServices,
} from './shared-album.ts';

type ImageVisit = AlbumVisit & { imageId: number };

export const OPEN_ALBUM_IMAGE_ERRORS = [
  ...SHARED_ALBUM_ERRORS,
  ...OPEN_DERIVATIVE_ERRORS,
] as const satisfies readonly ErrorName[];

/** No cache keeps it: the next request asks the album again. */
export function openAlbumImage(
  services: RenditionServices,
  link: string,
  asked: PreviewRequest,
): Promise<OpenedImage> {
  const { clock, db } = services;
  const { address, imageId } = asked;
  const admit = async () => {
    const visit = { link, imageId, now: clock.now() };
    const image = await findUnderLink(services, address, () => db.run(selectImage(visit)));
    // The owner gave the link away: no list of sites holds for it.
    return { image: { ...image, allowedSites: null }, reader: null };
  };
  return openAs(services, asked, admit);
}

export const OPEN_ALBUM_PHOTO_ERRORS = [
  ...SHARED_ALBUM_ERRORS,
  // Nothing to show is stored.
  'image_not_found',
] as const satisfies readonly ErrorName[];

export interface AlbumPhoto {
  readonly album: SharedAlbum;
  readonly facts: PageFacts;
}

/** For the page of an image of the album. */
export async function openAlbumPhoto(
  services: SharedServices,
  { link, address }: AlbumVisitor,
  imageId: number,
): Promise<AlbumPhoto> {
  const { clock, db } = services;
  const visit = { link, now: clock.now() };
  const { album, row } = await findUnderLink(services, address, async () => {
    const found = await db.batch({
      album: selectShared(visit),
      row: selectRow({ ...visit, imageId }),
    });
    return found.album === null || found.row === null
      ? null
      : { album: found.album, row: found.row };
  });
  const facts = toPageFacts(row);
  if (facts === null) throw new DomainError('image_not_found');
  return { album, facts };
}

const NO_TOKENS = sql<readonly string[]>`'[]'`;

const selectImage = prepareFirst((p: Params<ImageVisit>) =>
  selectPublished(isInShared(p), NO_TOKENS),
);

const selectRow = prepareFirst((p: Params<ImageVisit>) => selectPageRow(isInShared(p), NO_TOKENS));
