import { createRouter } from '../../router.ts';
import { deleteImageRoute } from './delete-image.ts';
import { listImagesRoute } from './list-images.ts';
import { readImageRoute } from './read-image.ts';

/** What an owner does with images. Mounted at the API's root, for `/images/` ends with a slash. */
export const images = createRouter();
for (const route of [listImagesRoute, readImageRoute, deleteImageRoute]) images.route('/', route);
