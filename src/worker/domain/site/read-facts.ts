import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareOne } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import type { SiteFacts } from './site-facts.ts';

type FactsServices = Pick<Services, 'config' | 'directory' | 'siteFacts'>;

/** As the cron published them, up to `SITE_FACTS_TTL_MS` ago; from the database before its first run and when it stalls. */
export function readSiteFacts(services: FactsServices): Promise<SiteFacts> {
  return services.siteFacts.get(() => loadFacts(services));
}

/** For every isolate. */
export function publishSiteFacts(services: FactsServices): Promise<void> {
  return services.siteFacts.publish(() => loadFacts(services));
}

async function loadFacts({
  config,
  directory,
}: Pick<Services, 'config' | 'directory'>): Promise<SiteFacts> {
  const { totals, settings } = await directory.batch({
    totals: selectPublicTotals(),
    settings: selectSettings(['captcha_provider', 'registration', 'site_language'], config),
  });
  const { captcha_provider: captchaProvider, registration, site_language: siteLanguage } = settings;
  return { ...totals, captchaProvider, registration, siteLanguage };
}

const selectPublicTotals = prepareOne(() =>
  query
    .select({
      images: siteTotals.publishedImages,
      users: siteTotals.activeUsers,
      views: siteTotals.views,
      storageUsed: siteTotals.storageUsed,
    })
    .from(siteTotals),
);
