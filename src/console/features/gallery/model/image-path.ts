import { PAGES } from '../../../../shared/pages.ts';

/** In the query of an image's address: the album whose images the viewer steps through. */
export const ALBUM_PARAMETER = 'album';

export function imagePath(id: number, albumId: number | null = null): string {
  const path = PAGES.image.replace(':id', String(id));
  return albumId === null ? path : `${path}?${ALBUM_PARAMETER}=${String(albumId)}`;
}
