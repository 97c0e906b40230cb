import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Role } from '../../../src/db/schema/accounts.ts';
import { toBase64Url } from '../../../src/lib/bytes.ts';
import type { Server } from './server.ts';

export const PASSWORD = 'correct horse battery staple';

interface Wanted {
  readonly username?: string;
  readonly role?: Role;
}

const QUOTA_BYTES = 1024 ** 3;
const BUSY_MS = 10_000;

/** What registering writes (RFC 7914 by the text's own cost), at a cost that nobody waits for. */
const PASSWORD_HASH = hashCheaply(PASSWORD);

/** Opens the database of a server that is started, beside it. */
export function openDatabase({ persistTo }: Pick<Server, 'persistTo'>): DatabaseSync {
  const folder = join(persistTo, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]+\.sqlite$/u.test(name)) ?? '';
  return new DatabaseSync(join(folder, file), { timeout: BUSY_MS });
}

/**
 * Writes an account with `PASSWORD` and returns its name. Registering and signing in would keep the one thread of a
 * local server busy with scrypt for most of a second, and be refused to who comes too often.
 */
export function insertPerson(
  server: Pick<Server, 'persistTo'>,
  { username = `p${randomUUID().slice(0, 12)}`, role = 'user' }: Wanted = {},
): string {
  const database = openDatabase(server);
  try {
    database.exec('BEGIN IMMEDIATE');
    database
      .prepare(
        `INSERT INTO users (username, email, password_hash, role, storage_quota, created_at, updated_at)
          VALUES (:username, :email, :hash, :role, :quota, :now, :now)`,
      )
      .run({
        username,
        email: `${username}@example.com`,
        hash: PASSWORD_HASH,
        role,
        quota: QUOTA_BYTES,
        now: Date.now(),
      });
    database.exec('UPDATE site_totals SET users = users + 1, active_users = active_users + 1');
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  return username;
}

function hashCheaply(password: string): string {
  const [salt, cost] = [randomBytes(16), { ln: 1, r: 1, p: 1 }];
  const hash = scryptSync(password, salt, 32, { N: 2 ** cost.ln, r: cost.r, p: cost.p });
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${toBase64Url(salt)}$${toBase64Url(hash)}`;
}
