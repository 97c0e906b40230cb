import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { AuditSubject } from './record-audit.ts';

/** Also clears what the trail says of the user's images. The actions stay. */
export function anonymiseUser(userId: number): Statement<number>[] {
  return [
    clearActor({ userId }),
    clearDetails({ subject: `user:${userId}` }),
    clearImageDetails({ userId }),
  ];
}

const clearActor = prepareWrite((p: Params<{ userId: number }>) =>
  query.update(auditLog).set({ actorId: null, detail: '{}' }).where(eq(auditLog.actorId, p.userId)),
);

const clearDetails = prepareWrite((p: Params<{ subject: AuditSubject }>) =>
  query.update(auditLog).set({ detail: '{}' }).where(eq(auditLog.subject, p.subject)),
);

// The bounds, ';' after ':', are a range of the index.
const clearImageDetails = prepareWrite((p: Params<{ userId: number }>) =>
  query
    .update(auditLog)
    .set({ detail: '{}' })
    .where(
      and(
        gte(auditLog.subject, 'image:'),
        lt(auditLog.subject, 'image;'),
        eq(sql`${auditLog.detail} ->> 'user_id'`, p.userId),
      ),
    ),
);
