import { asc, eq } from 'drizzle-orm';
import type { Directory } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll } from '../../db/statement.ts';
import type { Account } from './read-account.ts';

export function listAdministrators(
  directory: Directory,
): Promise<Pick<Account, 'id' | 'username' | 'email' | 'status'>[]> {
  return directory.run(selectAdministrators());
}

const selectAdministrators = prepareAll(() =>
  query
    .select({ id: users.id, username: users.username, email: users.email, status: users.status })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.id)),
);
