import { Database, type Directory, type StatementRunner } from './database.ts';

export interface Databases {
  readonly db: Database;
  readonly directory: Directory;
}

/** One database, and one session of it, has both roles: each sees at once what the other wrote. */
export function openDatabases(d1: StatementRunner): Databases {
  return { db: new Database(d1, 'user'), directory: new Database(d1, 'directory') };
}
