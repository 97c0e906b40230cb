import { sql } from 'drizzle-orm';

/** Its trigger refuses each row that is not `ok`. A Drizzle view would cost start-up time. */
export const GUARD_VIEW = sql.identifier('guard');

export const GUARD_COLUMNS = sql`(${sql.identifier('ok')}, ${sql.identifier('reason')})`;
