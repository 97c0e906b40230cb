import { sql } from 'drizzle-orm';

/** The view whose trigger refuses each row that is not `ok`; a view of Drizzle's would be made as the Worker starts. */
export const GUARD_VIEW = sql.identifier('guard');

/** Its columns: `ok`, and why a row is refused. */
export const GUARD_COLUMNS = sql`(${sql.identifier('ok')}, ${sql.identifier('reason')})`;
