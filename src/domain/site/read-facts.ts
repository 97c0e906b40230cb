import { z } from 'zod';
import { CAPTCHA_PROVIDERS } from '../../config.ts';
import { query } from '../../db/query.ts';
import { siteTotals } from '../../db/schema/accounts.ts';
import { prepareOne } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import { selectSettings } from '../settings/read-settings.ts';

/** What everybody may know of the site. */
const SiteFacts = z.object({
  captchaProvider: z.enum(CAPTCHA_PROVIDERS),
  siteLanguage: z.string(),
  images: z.number(),
  /** Those who are active. */
  users: z.number(),
  views: z.number(),
  storageUsed: z.number(),
});

export type SiteFacts = z.infer<typeof SiteFacts>;

/** Reads facts that another isolate has stored, perhaps of another version; null when they are not these. */
export function parseSiteFacts(stored: unknown): SiteFacts | null {
  const parsed = SiteFacts.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** Reads the site's facts, about `SITE_FACTS_TTL_MS` old at most: one round trip in that time, however many ask. */
export function readSiteFacts(
  services: Pick<Services, 'background' | 'config' | 'db' | 'siteFacts'>,
): Promise<SiteFacts> {
  const { background, siteFacts } = services;
  return siteFacts.read({ load: () => loadFacts(services), background });
}

async function loadFacts({ config, db }: Pick<Services, 'config' | 'db'>): Promise<SiteFacts> {
  const { totals, settings } = await db.batch({
    totals: selectTotals(),
    settings: selectSettings(['captcha_provider', 'site_language'], config),
  });
  const { captcha_provider: captchaProvider, site_language: siteLanguage } = settings;
  return { ...totals, captchaProvider, siteLanguage };
}

const selectTotals = prepareOne(() =>
  query
    .select({
      images: siteTotals.images,
      users: siteTotals.activeUsers,
      views: siteTotals.views,
      storageUsed: siteTotals.storageUsed,
    })
    .from(siteTotals),
);
