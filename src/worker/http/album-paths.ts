import { ALBUM_ROOT, assetLink } from '../domain/links/make-link.ts';
import { RENDITION_WIDTHS, renditionPath, THUMBNAIL_MAX_WIDTH } from '../../shared/renditions.ts';
import type { SharedImage } from '../domain/albums/open-album-page.ts';

export function albumPath(link: string, cursor = ''): string {
  return ALBUM_ROOT + link + (cursor === '' ? '' : `?after=${encodeURIComponent(cursor)}`);
}

/** @param cursor - where the ZIP begins, which `volume` then only numbers; '' counts the volumes from the beginning. */
export function zipPath(link: string, volume: number, cursor = ''): string {
  const after = cursor === '' ? [] : [`after=${encodeURIComponent(cursor)}`];
  const query = [...(volume === 1 ? [] : [`volume=${String(volume)}`]), ...after].join('&');
  return `${ALBUM_ROOT}${link}/images.zip${query === '' ? '' : `?${query}`}`;
}

export function feedPath(link: string): string {
  return `${ALBUM_ROOT}${link}/feed.xml`;
}

/** The page of an image of the album. */
export function photoPath(link: string, imageId: number): string {
  return `${ALBUM_ROOT}${link}/${String(imageId)}`;
}

/** Under the album's link, whatever the visibility of the image. */
export function albumImagePath(link: string, imageId: number, size: number | 'published'): string {
  return `${photoPath(link, imageId)}/${String(size)}.webp`;
}

/** Widths that count no view. A public image is under its own link, whose answers caches keep. */
export function thumbnailPath(
  link: string,
  image: Pick<SharedImage, 'id' | 'uniqueLink' | 'visibility'>,
  width: number,
): string {
  const { id, uniqueLink, visibility } = image;
  return visibility === 'public'
    ? renditionPath(assetLink(uniqueLink, visibility), width, 'webp')
    : albumImagePath(link, id, width);
}

/** For `srcset` of a private image: the widths that count a view, and the published image. */
export function listAlbumRenditions(link: string, imageId: number, width: number): string {
  const widths = RENDITION_WIDTHS.filter((one) => one > THUMBNAIL_MAX_WIDTH && one < width);
  return [
    ...widths.map((one) => `${albumImagePath(link, imageId, one)} ${String(one)}w`),
    `${albumImagePath(link, imageId, 'published')} ${String(width)}w`,
  ].join(', ');
}
