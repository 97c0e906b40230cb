import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { query } from '../../../../src/worker/db/query.ts';
import { users } from '../../../../src/worker/db/schema/accounts.ts';

/** The version whose private fields src/worker/db/statement.ts is written for. */
const KNOWN_VERSION = '0.45.4';

const PACKAGE = join(import.meta.dirname, '../../../../node_modules/drizzle-orm/package.json');

it('Drizzle is the version whose private fields prepared statements read', () => {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const advice = `See that statement.ts finds its fields in Drizzle ${version}, then raise KNOWN_VERSION`;
  expect(version, advice).toBe(KNOWN_VERSION);
});

it('Drizzle keeps what a query returns in its config, and the decoder of an expression in it', () => {
  const select = query.select({ id: users.id }).from(users);
  expect(select).toHaveProperty('config.fields.id', users.id);
  const write = query.delete(users).returning({ id: users.id });
  expect(write).toHaveProperty('config.returning', [{ path: ['id'], field: users.id }]);
  const decoded = sql`1`.mapWith((value: number) => value + 1) as unknown as {
    decoder: { mapFromDriverValue(value: number): number };
  };
  expect(decoded.decoder.mapFromDriverValue(1)).toBe(2);
});
