import { eq, sql } from 'drizzle-orm';
import { prepareGuard } from '../../db/guard.ts';
import { jsonValues } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import type { Params } from '../../db/statement.ts';
import type { RegistrationMode } from '../../../shared/registration.ts';
import type { SettingKey } from './registry.ts';

/** The guard's reason. */
export const REGISTRATION_CLOSED = 'registration_closed';

/** No account that the setting refuses is made after the answer to its change. */
export const requireRegistration = prepareGuard(
  REGISTRATION_CLOSED,
  (p: Params<{ modes: readonly RegistrationMode[] }>) =>
    sql`coalesce((SELECT ${settings.configValue} FROM ${settings}
      WHERE ${eq(settings.configKey, 'registration' satisfies SettingKey)}), 'open') IN ${jsonValues(p.modes)}`,
);
