import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Role } from '../../../src/worker/db/schema/accounts.ts';
import { toBase64Url } from '../../../src/shared/bytes.ts';
import type { Server } from './server.ts';

export const PASSWORD = 'correct horse battery staple';

interface Wanted {
  readonly username?: string;
  readonly role?: Role;
}

const QUOTA_BYTES = 1024 ** 3;
const BUSY_MS = 10_000;
/** Accounts written at a time. */
const SPARE_PEOPLE: Readonly<Record<Role, number>> = { user: 50, admin: 1 };

/** A password hash like a registration's (RFC 7914), at the lowest cost. */
export const PASSWORD_HASH = hashCheaply(PASSWORD);

/** Opens the database of a running server from this process. */
export function openDatabase({ persistTo }: Pick<Server, 'persistTo'>): DatabaseSync {
  const folder = join(persistTo, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]+\.sqlite$/u.test(name)) ?? '';
  return new DatabaseSync(join(folder, file), { timeout: BUSY_MS });
}

/**
 * Writes an account with `PASSWORD` and returns its name. Registration and sign-in would block the local server's single
 * thread with scrypt for most of a second, and hit rate limits.
 */
export function insertPerson(
  server: Pick<Server, 'persistTo'>,
  { username, role = 'user' }: Wanted = {},
): string {
  if (username === undefined) return takeSpare(server, role);
  insertPeople(server, [{ username, role }]);
  return username;
}

/** Writes several accounts together, since each write blocks the server and may make it fail. */
export function insertPeople(
  server: Pick<Server, 'persistTo'>,
  people: readonly Required<Wanted>[],
): void {
  const database = openDatabase(server);
  try {
    database.exec('BEGIN IMMEDIATE');
    const insert = database.prepare(
      `INSERT INTO users (username, email, password_hash, role, storage_quota, created_at, updated_at)
        VALUES (:username, :email, :hash, :role, :quota, :now, :now)`,
    );
    for (const { username, role } of people) {
      const email = `${username}@example.com`;
      const [hash, quota, now] = [PASSWORD_HASH, QUOTA_BYTES, Date.now()];
      insert.run({ username, email, hash, role, quota, now });
    }
    database
      .prepare('UPDATE site_totals SET users = users + :more, active_users = active_users + :more')
      .run({ more: people.length });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Written but unused names, by state and role. */
const spare = new Map<string, string[]>();

function takeSpare(server: Pick<Server, 'persistTo'>, role: Role): string {
  const key = `${server.persistTo} ${role}`;
  const names = spare.get(key) ?? [];
  if (names.length === 0) {
    for (let made = 0; made < SPARE_PEOPLE[role]; made += 1) {
      names.push(`p${randomUUID().slice(0, 12)}`);
    }
    insertPeople(
      server,
      names.map((username) => ({ username, role })),
    );
    spare.set(key, names);
  }
  return names.pop() ?? '';
}

function hashCheaply(password: string): string {
  const [salt, cost] = [randomBytes(16), { ln: 1, r: 1, p: 1 }];
  const hash = scryptSync(password, salt, 32, { N: 2 ** cost.ln, r: cost.r, p: cost.p });
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${toBase64Url(salt)}$${toBase64Url(hash)}`;
}
