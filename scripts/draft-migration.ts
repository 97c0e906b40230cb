// Drafts the migration from the current ones to src/worker/db/schema/: npm run draft-migration -- NAME
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDeclaredTables, readSchema } from './draft-migration/declared-tables.ts';
import { draftStatements } from './draft-migration/draft-statements.ts';
import { migrateInMemory, readMigratedTables } from './draft-migration/migrated-tables.ts';
import { runScript, ScriptError } from './support/fail.ts';
import { MIGRATIONS_FOLDER, readMigrations } from './support/migrations.ts';

const USAGE = `Usage: npm run draft-migration -- NAME

NAME is the subject, in lower-case letters, digits and underscores, for example image_captions.`;

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = '', ...rest] = positionals;
  if (!/^[a-z][a-z0-9_]*$/u.test(name) || rest.length > 0) throw new ScriptError(USAGE);
  const migrations = readMigrations();
  const draft = await draftStatements(
    await readDeclaredTables(await readSchema()),
    readMigratedTables(migrateInMemory(migrations.map(({ sql }) => sql))),
  );
  if (draft.length === 0) {
    console.log(
      'The migrations make the tables that src/worker/db/schema/ declares: nothing to draft.',
    );
    return 0;
  }
  const file = `${String(migrations.length + 1).padStart(4, '0')}_${name}.sql`;
  writeFileSync(join(MIGRATIONS_FOLDER, file), `${draft.join('\n')}\n`, { flag: 'wx' });
  console.log(
    `Drafted migrations/${file}. Read it, and add what the schema cannot say: data to move, triggers, views. ` +
      'Then seal it and list it: see CONTRIBUTING.md.',
  );
  return 0;
});
