import { eq } from 'drizzle-orm';
import { query } from '../../db/query.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { prepareWrite, type Params, type Statement } from '../../db/statement.ts';
import type { AuditSubject } from './record-audit.ts';

/** The actions stay. */
export function anonymiseUser(userId: number): Statement<number>[] {
  return [clearActor({ userId }), clearDetails({ subject: `user:${userId}` })];
}

const clearActor = prepareWrite((p: Params<{ userId: number }>) =>
  query.update(auditLog).set({ actorId: null, detail: '{}' }).where(eq(auditLog.actorId, p.userId)),
);

const clearDetails = prepareWrite((p: Params<{ subject: AuditSubject }>) =>
  query.update(auditLog).set({ detail: '{}' }).where(eq(auditLog.subject, p.subject)),
);
