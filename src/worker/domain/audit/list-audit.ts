import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { limitTo, query } from '../../db/query.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { prepareAll, type SqlParam, type Params } from '../../db/statement.ts';
import { READ_CURSOR_ERRORS, readCursor, takePage, type ListPage } from '../list-page.ts';
import type { Services } from '../services.ts';

export interface AuditQuery {
  readonly filter: { readonly actorId: number } | { readonly subject: string } | null;
  /** '' starts with the latest. */
  readonly cursor: string;
  readonly limit: number;
}

export type AuditRecord = typeof auditLog.$inferSelect;

export const LIST_AUDIT_ERRORS = READ_CURSOR_ERRORS;

export async function listAudit(
  { directory }: Pick<Services, 'directory'>,
  { filter, cursor, limit }: AuditQuery,
): Promise<ListPage<AuditRecord>> {
  const [before] = readCursor<[number]>(cursor, [Number.MAX_SAFE_INTEGER]);
  const page = { before, limit: limit + 1 };
  const statement =
    filter === null
      ? selectAll(page)
      : 'actorId' in filter
        ? selectByActor({ ...page, ...filter })
        : selectBySubject({ ...page, ...filter });
  return takePage(await directory.run(statement), limit, ({ id }) => [id]);
}

interface Page {
  readonly before: SqlParam<number>;
  readonly limit: SqlParam<number>;
}

type PageValues = { before: number; limit: number };

const selectAll = prepareAll((page: Params<PageValues>) => selectWhere(page));

const selectByActor = prepareAll((p: Params<PageValues & { actorId: number }>) =>
  selectWhere({ before: p.before, limit: p.limit }, eq(auditLog.actorId, p.actorId)),
);

const selectBySubject = prepareAll((p: Params<PageValues & { subject: string }>) =>
  selectWhere({ before: p.before, limit: p.limit }, eq(auditLog.subject, p.subject)),
);

function selectWhere({ before, limit }: Page, condition?: SQL) {
  return query
    .select()
    .from(auditLog)
    .where(and(condition, lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limitTo(limit));
}
