import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll } from '../../db/statement.ts';
import type { Account } from './read-account.ts';

export function listAdministrators(
  db: Database,
): Promise<Pick<Account, 'id' | 'username' | 'email' | 'status'>[]> {
  return db.run(selectAdministrators());
}

const selectAdministrators = prepareAll(() =>
  query
    .select({ id: users.id, username: users.username, email: users.email, status: users.status })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.id)),
);
