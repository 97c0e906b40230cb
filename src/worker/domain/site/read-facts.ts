import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareOne } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';
import type { SiteFacts } from './site-facts.ts';

/** About `SITE_FACTS_TTL_MS` old at most. */
export function readSiteFacts(
  services: Pick<Services, 'background' | 'config' | 'db' | 'siteFacts'>,
): Promise<SiteFacts> {
  const { background, siteFacts } = services;
  return siteFacts.get({ load: () => loadFacts(services), background });
}

async function loadFacts({ config, db }: Pick<Services, 'config' | 'db'>): Promise<SiteFacts> {
  const { totals, settings } = await db.batch({
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
