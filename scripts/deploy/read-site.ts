import { eq } from 'drizzle-orm';
import type { Database } from '../../src/worker/db/database.ts';
import { query } from '../../src/worker/db/query.ts';
import { users } from '../../src/worker/db/schema/accounts.ts';
import { settings } from '../../src/worker/db/schema/settings.ts';
import { prepareFirst } from '../../src/worker/db/statement.ts';

export interface Site {
  readonly hasAdministrator: boolean;
  /** Nobody has an account, and nothing says who may have one. */
  readonly isNew: boolean;
}

export async function readSite(db: Database): Promise<Site> {
  const { administrator, account, registration } = await db.batch({
    administrator: selectAdministrator(),
    account: selectAccount(),
    registration: selectRegistration(),
  });
  return {
    hasAdministrator: administrator !== null,
    isNew: account === null && registration === null,
  };
}

const selectAdministrator = prepareFirst(() =>
  query.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1),
);

const selectAccount = prepareFirst(() => query.select({ id: users.id }).from(users).limit(1));

const selectRegistration = prepareFirst(() =>
  query
    .select({ value: settings.configValue })
    .from(settings)
    .where(eq(settings.configKey, 'registration')),
);
