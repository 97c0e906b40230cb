import { createRouter } from '../../router.ts';
import { changeShareLinkRoute } from './change-share-link.ts';
import { createShareLinkRoute } from './create-share-link.ts';
import { listShareLinksRoute } from './list-share-links.ts';
import { revokeShareLinkRoute } from './revoke-share-link.ts';

export const shareRoutes = createRouter();
for (const route of [
  createShareLinkRoute,
  listShareLinksRoute,
  changeShareLinkRoute,
  revokeShareLinkRoute,
]) {
  shareRoutes.route('/', route);
}
