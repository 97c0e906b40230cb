import { createRouter } from '../../router.ts';
import { readConfigRoute } from './read-config.ts';
import { readPublicStatsRoute } from './read-stats.ts';
import { reportClientErrorRoute } from './report-client-error.ts';

export const publicRoutes = createRouter();
for (const route of [readConfigRoute, readPublicStatsRoute, reportClientErrorRoute]) {
  publicRoutes.route('/', route);
}
