import type { Migration } from '../../db/history.ts';
import sessions from './migrations/0001_sessions.sql';

/** What made the storage of a user's object, in order. */
export const SESSION_MIGRATIONS: readonly Migration[] = [
  { name: '0001_sessions.sql', sql: sessions },
];
