import { Database, type DatabaseRole } from '../../src/worker/db/database.ts';
import type { Statement } from '../../src/worker/db/statement.ts';
import { isRaw } from './sql.ts';

const USER_TABLES =
  'album_images|albums|device_identities|device_nonces|download_allowances|image_files|image_suffixes|image_tokens|image_variants|images|' +
  'notifications|processing_events|publication_jobs|share_links|trashed_images|upload_parts|upload_sessions|user_sessions|view_flushes';

/** What a role's database does not hold. Settings and administrators are copied to all; each takes audit entries. */
const ELSEWHERE: Readonly<Record<DatabaseRole, RegExp>> = {
  user: /"(?:cron_runs|daily_totals|invitations|user_counts)"|from "audit_log"|update "audit_log"|(?:into|update) "settings"/iu,
  directory: new RegExp(`(?:from|join|into|update) "(?:${USER_TABLES})"`, 'iu'),
};

/** Statements that concern both, which one database allows: with several, each becomes an event or a sum of reports. */
const EXCEPTIONS: Readonly<Record<DatabaseRole, readonly RegExp[]>> = {
  user: [
    // The end of an account's erasure.
    /^update "audit_log" set (?:"actor_id" = null, )?"detail" = '\{\}'/u,
    /^update "settings" set "updated_by" = null/u,
  ],
  directory: [
    // The counts of work for /metrics.
    /^SELECT '[a-z_ ]+' AS label, count\(\*\)/u,
    // A changed watermark wakes publications.
    /^update "publication_jobs" set/u,
    // A storage path in use cannot be changed.
    /'guard:storage_path_in_use'$/u,
  ],
};

/** @throws {Error} for a statement of the code under test that was sent to the database of the other role. */
export function requireRole(role: DatabaseRole, sent: Statement<unknown>): void {
  if (isRaw(sent) || !ELSEWHERE[role].test(sent.text)) return;
  if (EXCEPTIONS[role].some((exception) => exception.test(sent.text))) return;
  throw new Error(`the database of role ${role} does not hold the tables of: ${sent.text}`);
}

/** One database has both roles, so only this tells that a statement goes to the right one. */
export function requireRoles(): void {
  const { batch, run } = Database.prototype;
  Database.prototype.run = function runChecked(sent) {
    requireRole(this.role, sent);
    return run.call(this, sent) as never;
  };
  Database.prototype.batch = function batchChecked(plan) {
    for (const sent of Object.values(plan).flat()) requireRole(this.role, sent);
    return batch.call(this, plan) as never;
  };
}
