import { PAGES } from '../../../../shared/pages.ts';
import { withAlbum } from '../../album-choice/model/album-path.ts';

/** Within an album, the viewer steps through the album's images. */
export function imagePath(id: number, albumId: number | null = null): string {
  return withAlbum(PAGES.image.replace(':id', String(id)), albumId);
}
