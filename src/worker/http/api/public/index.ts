import { createRouter } from '../../router.ts';
import { readConfigRoute } from './read-config.ts';
import { readPublicStatsRoute } from './read-stats.ts';
import { reportClientErrorRoute } from './report-client-error.ts';

/** What needs no account: the site's configuration and statistics, and reports of errors in pages. */
export const publicRoutes = createRouter();
for (const route of [readConfigRoute, readPublicStatsRoute, reportClientErrorRoute]) {
  publicRoutes.route('/', route);
}
