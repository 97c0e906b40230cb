// Ends each new migration with the statement that records it. Run once when a migration is done: node
// scripts/seal-migrations.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitMigration } from '../src/worker/db/history.ts';
import { MIGRATIONS_FOLDER, readMigrations, recordStatement } from './support/migrations.ts';

for (const [index, { name, sql }] of readMigrations().entries()) {
  if (splitMigration(sql).record !== '') continue;
  writeFileSync(join(MIGRATIONS_FOLDER, name), sql + (await recordStatement(index + 1, name, sql)));
  console.log(`sealed ${name}`);
}
