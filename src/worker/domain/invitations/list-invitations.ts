import { desc, lt } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { invitations } from '../../db/schema/invitations.ts';
import { prepareAll, type Params } from '../../db/statement.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';
import { INVITATION_FIELDS, toInvitation, type Invitation } from './invitation.ts';

export const LIST_INVITATIONS_ERRORS = READ_CURSOR_ERRORS;

/** The latest first; those that have ended, too. */
export async function listInvitations(
  { clock, directory }: Pick<Services, 'clock' | 'directory'>,
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<ListPage<Invitation>> {
  const [before] = readCursor<[number]>(cursor, [Number.MAX_SAFE_INTEGER]);
  const rows = await directory.run(selectInvitations({ before, limit: limit + 1 }));
  const now = clock.now();
  const listed = rows.map((row) => toInvitation(row, now));
  return takePage(listed, limit, ({ id }) => [id]);
}

const selectInvitations = prepareAll((p: Params<{ before: number; limit: number }>) =>
  query
    .select(INVITATION_FIELDS)
    .from(invitations)
    .where(lt(invitations.id, p.before))
    .orderBy(desc(invitations.id))
    .limit(limitTo(p.limit)),
);
