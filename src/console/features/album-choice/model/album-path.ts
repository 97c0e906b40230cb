import { PAGES } from '../../../../shared/pages.ts';

export const ALBUM_PARAMETER = 'album';

export function albumPath(id: number): string {
  return PAGES.album.replace(':id', String(id));
}

/** The address of a page that works for one album: an image among its images, or uploads to it. Null for none. */
export function withAlbum(path: string, albumId: number | null): string {
  return albumId === null ? path : `${path}?${ALBUM_PARAMETER}=${String(albumId)}`;
}
