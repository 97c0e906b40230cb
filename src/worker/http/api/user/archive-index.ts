import type { ArchivedImage, ArchiveIndex } from '../../../domain/archive/open-archive.ts';
import type { Album } from '../../../domain/albums/album.ts';
import { assetPath, LINK_ROOT } from '../../../domain/links/make-link.ts';
import { unpackTaken } from '../../../domain/texts/stored-taken.ts';
import { takenToWire } from '../../../../shared/taken-wire.ts';
import { toTimestamp } from '../../../../shared/clock.ts';
import { toAlbumItem } from '../albums/album.ts';

/** JSON; links begin with `baseUrl`. */
export function writeIndex(index: ArchiveIndex, baseUrl: string): string {
  const { username, volume, isLast, createdAt, images } = index;
  const wire = {
    username,
    volume,
    is_last: isLast,
    created_at: toTimestamp(createdAt),
    images: images.map((archived) => toEntry(archived, baseUrl)),
  };
  return JSON.stringify(wire, null, 2);
}

/** JSON, as the API has albums; links begin with `baseUrl`. */
export function writeAlbums(albums: readonly Album[], baseUrl: string): string {
  const wire = { albums: albums.map((album) => toAlbumItem(album, new URL(baseUrl).origin)) };
  return JSON.stringify(wire, null, 2);
}

function toEntry({ image, file, places }: ArchivedImage, baseUrl: string) {
  const path = findPath(image);
  return {
    id: image.id,
    file: file?.path ?? null,
    file_size: file?.size ?? null,
    ...(file === null ? { missing: 'there is no stored file of this image' } : {}),
    title: image.title,
    filename: image.filename,
    description: image.description,
    visibility: image.visibility,
    processing_status: image.processingStatus,
    width: image.width,
    height: image.height,
    ...toTaken(image),
    view_count: image.viewCount,
    albums: places.map(({ albumId: id, position }) => ({ id, position })),
    link: path === null ? null : new URL(path, baseUrl).href,
    created_at: toTimestamp(image.createdAt),
    updated_at: toTimestamp(image.updatedAt),
  };
}

/** The place, too: the archive is its owner's. */
function toTaken(image: ArchivedImage['image']) {
  const { taken_at = null, camera = null, location = null } = takenToWire(unpackTaken(image));
  return { taken_at, camera, location };
}

/** Null before the image has a link. */
function findPath({
  uniqueLink,
  visibility,
  pipelineVersion,
  processingStatus,
}: ArchivedImage['image']): string | null {
  if (pipelineVersion === 1) return LINK_ROOT + uniqueLink;
  return processingStatus === 'completed' ? assetPath(uniqueLink, visibility) : null;
}
