import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareFirst, type Params } from '../../db/statement.ts';
import type { AccountCopy } from './session-store.ts';

export const selectAccountCopy = prepareFirst((p: Params<{ userId: number }>) =>
  query
    .select({
      username: users.username,
      role: users.role,
      status: users.status,
      authVersion: users.authVersion,
    })
    .from(users)
    .where(eq(users.id, p.userId)),
);

/** The object must store no other field. */
export function copyAccount({ username, role, status, authVersion }: AccountCopy): AccountCopy {
  return { username, role, status, authVersion };
}
