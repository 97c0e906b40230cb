import { createRouter } from '../../router.ts';
import { addToAlbumRoute } from './add-to-album.ts';
import { changeAlbumRoute } from './change-album.ts';
import { createAlbumRoute } from './create-album.ts';
import { deleteAlbumRoute } from './delete-album.ts';
import { listAlbumImagesRoute } from './list-album-images.ts';
import { listAlbumsRoute } from './list-albums.ts';
import { moveInAlbumRoute } from './move-in-album.ts';
import { readAlbumRoute } from './read-album.ts';
import { removeFromAlbumRoute } from './remove-from-album.ts';
import { renewLinkRoute } from './renew-link.ts';

export const albumRoutes = createRouter();
for (const route of [
  listAlbumsRoute,
  createAlbumRoute,
  readAlbumRoute,
  changeAlbumRoute,
  deleteAlbumRoute,
  renewLinkRoute,
  listAlbumImagesRoute,
  addToAlbumRoute,
  removeFromAlbumRoute,
  moveInAlbumRoute,
]) {
  albumRoutes.route('/', route);
}
