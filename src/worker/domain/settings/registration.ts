import { eq, sql } from 'drizzle-orm';
import type { Directory } from '../../db/database.ts';
import { prepareGuard } from '../../db/guard.ts';
import { jsonValues } from '../../db/query.ts';
import { settings } from '../../db/schema/settings.ts';
import { prepareOne, type Params } from '../../db/statement.ts';
import type { RegistrationMode } from '../../../shared/registration.ts';
import type { SettingKey } from './registry.ts';

/** The guard's reason. */
export const REGISTRATION_CLOSED = 'registration_closed';

/** For the operator's shell, which has no configuration. */
export async function readRegistration(directory: Directory): Promise<RegistrationMode> {
  return (await directory.run(selectMode())).mode;
}

const MODE = sql<RegistrationMode>`coalesce((SELECT ${settings.configValue} FROM ${settings}
  WHERE ${eq(settings.configKey, 'registration' satisfies SettingKey)}), 'open')`;

const selectMode = prepareOne(() => sql<{ mode: RegistrationMode }>`SELECT ${MODE} AS mode`);

/** No account that the setting refuses is made after the answer to its change. */
export const requireRegistration = prepareGuard(
  REGISTRATION_CLOSED,
  (p: Params<{ modes: readonly RegistrationMode[] }>) => sql`${MODE} IN ${jsonValues(p.modes)}`,
);
