import { createRouter } from '../../router.ts';
import { deleteTrashedRoute } from './delete-trashed.ts';
import { emptyTrashRoute } from './empty-trash.ts';
import { listTrashRoute } from './list-trash.ts';
import { previewTrashedRoute } from './preview-trashed.ts';
import { restoreImagesRoute } from './restore-images.ts';

export const trashRoutes = createRouter();
for (const route of [
  listTrashRoute,
  previewTrashedRoute,
  restoreImagesRoute,
  deleteTrashedRoute,
  emptyTrashRoute,
]) {
  trashRoutes.route('/', route);
}
