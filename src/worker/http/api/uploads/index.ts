import { createRouter } from '../../router.ts';
import { cancelUploadRoute } from './cancel-upload.ts';
import { completeUploadRoute } from './complete-upload.ts';
import { createUploadRoute } from './create-upload.ts';
import { putPartRoute } from './put-part.ts';
import { readRecipeRoute } from './read-recipe.ts';
import { readUploadRoute, readUploadsRoute } from './read-upload.ts';

/** Pipeline 2. Mounted at the API's root, because `/uploads/` ends with a slash. */
export const uploadRoutes = createRouter();
for (const route of [
  readRecipeRoute,
  createUploadRoute,
  putPartRoute,
  completeUploadRoute,
  readUploadsRoute,
  readUploadRoute,
  cancelUploadRoute,
]) {
  uploadRoutes.route('/', route);
}
