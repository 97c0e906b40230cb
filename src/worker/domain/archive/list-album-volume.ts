import { ALBUM_IMAGES_MAX } from '../../../shared/entry-rules.ts';
import { DomainError } from '../errors.ts';
import { prepareAlbumPages } from '../albums/album-range.ts';
import { OPEN_ALBUM_PAGE_ERRORS, openAlbumRange } from '../albums/open-album-page.ts';
import {
  isShared,
  type AlbumVisit,
  type AlbumVisitor,
  type SharedAlbum,
  type SharedServices,
} from '../albums/shared-album.ts';
import type { Services } from '../services.ts';

/**
 * Of a ZIP: 1,051 of the 10,000 calls that a request may make. Of its 60 seconds of processor time (`cpu_ms`) the checksums
 * of 1,000 images of 15 MB take 35.
 */
export const ALBUM_VOLUME_IMAGES = 1000;
/** Of the largest album. */
export const ALBUM_VOLUMES_MAX = Math.ceil(ALBUM_IMAGES_MAX / ALBUM_VOLUME_IMAGES);

export interface AlbumVolumeRequest {
  /** From 1. */
  readonly volume: number;
  /** Where the volume begins; '' counts the volumes before it. */
  readonly cursor: string;
}

export interface AlbumVolume {
  readonly album: SharedAlbum;
  readonly imageIds: readonly number[];
  /** Of the next volume, '' after the last. */
  readonly nextCursor: string;
}

export function countVolumes({ imageCount }: Pick<SharedAlbum, 'imageCount'>): number {
  return Math.ceil(imageCount / ALBUM_VOLUME_IMAGES);
}

export const LIST_ALBUM_VOLUME_ERRORS = OPEN_ALBUM_PAGE_ERRORS;

/** In the album's order, whatever their state. One round trip, which steps over the ids of the volumes before. */
export async function listAlbumVolume(
  services: SharedServices & Pick<Services, 'keys'>,
  visitor: AlbumVisitor,
  { volume, cursor }: AlbumVolumeRequest,
): Promise<AlbumVolume> {
  const limit = ALBUM_VOLUME_IMAGES;
  const skipped = cursor === '' ? (volume - 1) * limit : 0;
  const range = { cursor, skipped, limit };
  const { album, page, nextCursor } = await openAlbumRange(services, visitor, range, selectIds);
  if (skipped > 0 && page.length === 0) {
    throw new DomainError('invalid_parameter', { message: 'volume: the album has fewer volumes' });
  }
  return { album, imageIds: page.map(({ id }) => id), nextCursor };
}

const selectIds = prepareAlbumPages<AlbumVisit, object>({}, isShared);
