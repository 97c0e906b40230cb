// Applies the missing migrations to a database: npm run migrate -- [--remote | --persist-to DIR]
import { parseArgs } from 'node:util';
import { DATABASE_OPTIONS, describeTarget, targetOf } from './support/database-target.ts';
import { applyMigrations } from './support/database.ts';
import { runScript } from './support/fail.ts';

await runScript(async () => {
  const { values } = parseArgs({ options: DATABASE_OPTIONS });
  const target = targetOf(values);
  console.log(`Applying migrations to ${describeTarget(target)}…`);
  await applyMigrations(target);
  console.log('Every migration is applied.');
  return 0;
});
