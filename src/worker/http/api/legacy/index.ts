import { createRouter } from '../../router.ts';
import { createImageRoute } from './create-image.ts';
import { readQueueRoute } from './read-queue.ts';

/** Pipeline 1. Mounted at the API's root, for `/images/` ends with a slash. */
export const legacyRoutes = createRouter();
for (const route of [createImageRoute, readQueueRoute]) legacyRoutes.route('/', route);
