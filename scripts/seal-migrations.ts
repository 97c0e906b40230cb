// Ends each migration that is not sealed yet with the statement that records it. Run once when a migration is done:
// node scripts/seal-migrations.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordStatement, splitMigration } from '../src/db/history.ts';

const folder = join(import.meta.dirname, '..', 'migrations');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();

for (const [index, name] of names.entries()) {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (splitMigration(text).record !== '') continue;
  writeFileSync(path, text + (await recordStatement(index + 1, name, text)));
  console.log(`sealed ${name}`);
}
