import { asc, inArray } from 'drizzle-orm';
import { query, jsonValues } from '../../db/query.ts';
import { users } from '../../db/schema/accounts.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import type { Services } from '../services.ts';
import type { Account } from './read-account.ts';

export function findUsers(
  { directory }: Pick<Services, 'directory'>,
  userIds: readonly number[],
): Promise<Account[]> {
  return directory.run(selectByIds({ userIds }));
}

const selectByIds = prepareAll((p: Params<{ userIds: readonly number[] }>) =>
  query
    .select()
    .from(users)
    .where(inArray(users.id, jsonValues(p.userIds)))
    .orderBy(asc(users.id)),
);
