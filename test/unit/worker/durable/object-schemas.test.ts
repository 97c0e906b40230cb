import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDeclaredTables } from '../../../../scripts/draft-migration/declared-tables.ts';
import {
  migrateInMemory,
  readMigratedTables,
} from '../../../../scripts/draft-migration/migrated-tables.ts';
import * as counters from '../../../../src/worker/db/schema/objects/counters.ts';
import * as history from '../../../../src/worker/db/schema/objects/migrations.ts';
import * as sessions from '../../../../src/worker/db/schema/objects/sessions.ts';

const DURABLE = join(import.meta.dirname, '../../../../src/worker/durable');
const readText = (...path: string[]): string => readFileSync(join(DURABLE, ...path), 'utf8');

describe.each([
  ['sessions', sessions],
  ['counters', counters],
])("the %s object's schema and migrations", (object, schema) => {
  const files = readdirSync(join(DURABLE, object, 'migrations')).sort();

  it('agree on tables, columns, keys, constraints and indexes', async () => {
    const db = migrateInMemory([
      readText('object-migrations.sql'),
      ...files.map((file) => readText(object, 'migrations', file)),
    ]);
    expect(await readDeclaredTables({ ...history, ...schema })).toEqual(readMigratedTables(db));
  });

  it('know the same migrations, in order', () => {
    const listed = readText(object, 'migrations.ts').matchAll(/name: '(?<name>[^']+)'/gu);
    expect([...listed].map(({ groups }) => groups?.['name'])).toEqual(files);
  });
});
