import { Database, type DatabaseRole } from '../../src/worker/db/database.ts';
import type { Statement } from '../../src/worker/db/statement.ts';
import { isRaw } from './sql.ts';

type Use = 'read' | 'insert' | 'change';

type Uses = Readonly<Record<DatabaseRole, readonly Use[]>>;

const ALL: readonly Use[] = ['read', 'insert', 'change'];
const OF_USERS: Uses = { user: ALL, directory: [] };
const OF_DIRECTORY: Uses = { user: [], directory: ALL };
const OF_EACH: Uses = { user: ALL, directory: ALL };

/** What each role does with a table or view. Another use reaches rows that its database does not hold. */
export const TABLE_USES: Readonly<Record<string, Uses>> = {
  album_images: OF_USERS,
  albums: OF_USERS,
  // Takes the entry of a deed in the batch of the deed.
  audit_log: { user: ['insert'], directory: ALL },
  cron_runs: OF_DIRECTORY,
  daily_totals: OF_DIRECTORY,
  device_identities: OF_USERS,
  device_nonces: OF_USERS,
  download_allowances: OF_USERS,
  guard: OF_EACH,
  image_files: OF_USERS,
  image_positions: OF_USERS,
  image_suffixes: OF_USERS,
  image_tokens: OF_USERS,
  image_variants: OF_USERS,
  images: OF_USERS,
  invitations: OF_DIRECTORY,
  notifications: OF_USERS,
  outbox_events: OF_USERS,
  password_resets: OF_USERS,
  processing_events: OF_USERS,
  publication_jobs: OF_USERS,
  schema_history: OF_EACH,
  // Copied to the users' databases.
  settings: { user: ['read'], directory: ALL },
  share_links: OF_USERS,
  // Summed in the directory.
  site_totals: { user: ALL, directory: ['read'] },
  tasks: { user: ALL, directory: ['read'] },
  trashed_images: OF_USERS,
  upload_parts: OF_USERS,
  upload_sessions: OF_USERS,
  user_counts: OF_DIRECTORY,
  user_sessions: OF_USERS,
  // The directory knows names, addresses and administrators.
  users: { user: ALL, directory: ['read'] },
  view_flushes: OF_USERS,
};

/** Statements that concern both, which one database allows: with several, each becomes an event or a sum of reports. */
const EXCEPTIONS: Readonly<Record<DatabaseRole, readonly RegExp[]>> = {
  user: [
    // The end of an account's erasure.
    /^update "audit_log" set (?:"actor_id" = null, )?"detail" = '\{\}'/u,
    /^update "settings" set "updated_by" = null/u,
  ],
  directory: [
    // A registration takes name and address, and makes the account.
    /^insert into "users" /u,
    /^update "site_totals" set "users" = .*, "active_users" = /u,
    // The counts of work for /metrics.
    /^SELECT '[a-z_ ]+' AS label, count\(\*\)/u,
    // A changed watermark wakes publications.
    /^update "publication_jobs" set .*'watermark_unusable'\) order by .* limit \d+\) returning/u,
    /^update "publication_jobs" set "run_after" = "publication_jobs"."run_after" \+ 1 where/u,
    // A storage path in use cannot be changed.
    /'guard:storage_path_in_use'$/u,
  ],
};

/** Of an INSERT: they are not tables. */
const COLUMN_LIST = /(?<=\binto "\w+" )\([^()]*\)/giu;

/** A name behind a point is a column, and one behind AS an alias. */
const MENTION =
  /(?<verb>\b(?:insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from)\s+)?(?:(?<=\b(?:from|join|into|update)\s)"?(?<place>\w+)"?|(?<!\.|\bas )"(?<name>\w+)"(?: as "(?<alias>\w+)")?)/giu;

/** Tables and views of a statement. Another column with the name of a table counts as one, too. */
function listUses(text: string): { readonly table: string; readonly use: Use }[] {
  return [...text.replace(COLUMN_LIST, '').matchAll(MENTION)].flatMap(({ groups = {} }) => {
    const { place, name = '', alias, verb = '' } = groups;
    const isField = place === undefined && alias === toFieldName(name);
    const table = isField ? '' : (place ?? name);
    const use = verb === '' ? 'read' : /^insert /iu.test(verb) ? 'insert' : 'change';
    return Object.hasOwn(TABLE_USES, table) ? [{ table, use }] : [];
  });
}

function toFieldName(column: string): string {
  return column.replaceAll(/_(?<initial>\w)/gu, (_, initial: string) => initial.toUpperCase());
}

/** @throws {Error} for a statement of the code under test that was sent to the database of the other role. */
export function requireRole(role: DatabaseRole, sent: Statement<unknown>): void {
  if (isRaw(sent)) return;
  const other = listUses(sent.text).find(({ table, use }) => !mayUse(role, table, use));
  if (other === undefined) return;
  if (EXCEPTIONS[role].some((exception) => exception.test(sent.text))) return;
  throw new Error(`${role}: no ${other.use} of ${other.table}: ${sent.text}`);
}

export function mayUse(role: DatabaseRole, table: string, use: Use): boolean {
  return TABLE_USES[table]?.[role].includes(use) ?? false;
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
