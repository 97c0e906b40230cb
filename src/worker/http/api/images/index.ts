import { createRouter } from '../../router.ts';
import { changeVisibilityRoute } from './change-visibility.ts';
import { deleteImageRoute } from './delete-image.ts';
import { editImageRoute } from './edit-image.ts';
import { issueTokenRoute } from './issue-token.ts';
import { listImagesRoute } from './list-images.ts';
import { previewImageRoute } from './preview-image.ts';
import { readImageRoute } from './read-image.ts';
import { readTimelineRoute } from './read-timeline.ts';
import { revokeTokenRoute } from './revoke-token.ts';

/** Mounted at the API's root, because `/images/` ends with a slash. */
export const imageRoutes = createRouter();
for (const route of [
  listImagesRoute,
  // Before paths with an id.
  readTimelineRoute,
  readImageRoute,
  previewImageRoute,
  deleteImageRoute,
  editImageRoute,
  changeVisibilityRoute,
  issueTokenRoute,
  revokeTokenRoute,
]) {
  imageRoutes.route('/', route);
}
