import type { Migration } from '../../db/history.ts';
import sessions from './migrations/0001_sessions.sql';

export const SESSION_MIGRATIONS: readonly Migration[] = [
  { name: '0001_sessions.sql', sql: sessions },
];
