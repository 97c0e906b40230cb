import { createRouter } from '../../router.ts';
import { createImageRoute } from './create-image.ts';
import { readQueueRoute } from './read-queue.ts';

/** Mounted at the API's root, because `/images/` ends with a slash. */
export const legacyRoutes = createRouter();
for (const route of [createImageRoute, readQueueRoute]) legacyRoutes.route('/', route);
