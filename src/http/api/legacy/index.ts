import { createRouter } from '../../router.ts';
import { createImageRoute } from './create-image.ts';

/** What is left of pipeline 1. Mounted at the API's root, for `/images/` ends with a slash. */
export const legacy = createRouter();
legacy.route('/', createImageRoute);
