import { eq, sql } from 'drizzle-orm';
import { GuardError, prepareGuard } from '../../db/guard.ts';
import { notExistsIn } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { settings } from '../../db/schema/settings.ts';
import type { Services } from '../services.ts';
import type { SettingKey } from './registry.ts';
import { writeSettings } from './write-settings.ts';

const KEY = 'registration' satisfies SettingKey;
const SITE_IN_USE = 'site_in_use';

/** For a new site. Returns false, and changes nothing, where an account exists or the setting has a value. */
export async function closeRegistration(
  services: Pick<Services, 'clock' | 'directory'>,
): Promise<boolean> {
  try {
    await writeSettings(services, null, [{ key: KEY, value: 'closed' }], [requireNewSite({})]);
    return true;
  } catch (error) {
    if (error instanceof GuardError && error.reason === SITE_IN_USE) return false;
    throw error;
  }
}

const requireNewSite = prepareGuard(
  SITE_IN_USE,
  () =>
    sql`${notExistsIn(users, undefined)} AND ${notExistsIn(settings, eq(settings.configKey, KEY))}`,
);
