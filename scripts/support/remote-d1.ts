import type { D1Result } from '@cloudflare/workers-types';
import type { StatementRunner } from '../../src/worker/db/database.ts';
import type { SqlValue } from '../../src/worker/db/statement.ts';
import { findAccount, type CloudflareAccount } from './cloudflare-account.ts';
import { readWranglerConfig } from './wrangler-config.ts';
import { readFromWrangler } from './wrangler.ts';

/** A statement with its values in its text. */
interface BoundStatement {
  readonly text: string;
  all<Row>(): Promise<D1Result<Row>>;
}

/**
 * A deployment's database over the platform's API. Unlike the bindings of `openBindings`, it needs no address at
 * workers.dev, which a new account does not have. Each call starts wrangler where only wrangler can sign in.
 */
export class RemoteD1 implements StatementRunner {
  prepare(template: string) {
    return {
      bind: (...values: readonly SqlValue[]): BoundStatement => {
        const text = inlineValues(template, values);
        return { text, all: async <Row>() => requireFirst(await execute<Row>([text])) };
      },
    };
  }

  /** The platform runs the statements of one call as a transaction. */
  batch<Row>(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]> {
    return execute(statements.map(({ text }) => text));
  }
}

async function execute<Row>(statements: readonly string[]): Promise<D1Result<Row>[]> {
  const text = statements.join(';\n');
  const account = findAccount();
  if (account !== null) {
    const id = await readDatabaseId(account);
    return account.post(`/d1/database/${id}/query`, { sql: text });
  }
  const output = await readFromWrangler(
    ['d1', 'execute', 'DB', '--remote', '--json'].concat('--command', text),
  );
  return JSON.parse(output) as D1Result<Row>[];
}

/** The platform finds a database by its name too, as wrangler makes use of. */
async function readDatabaseId(account: CloudflareAccount): Promise<string> {
  const database = readWranglerConfig().d1_databases.find(({ binding }) => binding === 'DB');
  if (database === undefined) throw new Error('wrangler.toml binds no DB');
  if (database.database_id !== undefined) return database.database_id;
  const name = encodeURIComponent(database.database_name);
  return (await account.get<{ readonly uuid: string }>(`/d1/database/${name}`)).uuid;
}

function requireFirst<Row>([result]: readonly D1Result<Row>[]): D1Result<Row> {
  if (result === undefined) throw new Error('the platform answered a statement without a result');
  return result;
}

const QUOTED_OR_VALUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/gu;

/** @throws {RangeError} when the text has another number of places than of values. */
export function inlineValues(text: string, values: readonly SqlValue[]): string {
  const left = [...values];
  const inlined = text.replaceAll(QUOTED_OR_VALUE, (part) =>
    part === '?' ? writeLiteral(left.shift()) : part,
  );
  if (left.length > 0) throw new RangeError('a statement has fewer places than values');
  return inlined;
}

function writeLiteral(value: SqlValue | undefined): string {
  if (value === undefined) throw new RangeError('a statement has more places than values');
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
