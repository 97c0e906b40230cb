import type { D1Result } from '@cloudflare/workers-types';
import type { StatementRunner } from '../../src/worker/db/database.ts';
import type { SqlValue } from '../../src/worker/db/statement.ts';
import type { CloudflareAccount } from './cloudflare-account.ts';
import { requireDatabaseId } from './deployed-database.ts';
import { readWranglerConfig, type DatabaseBinding } from './wrangler-config.ts';

/** A statement with its values in its text. */
interface BoundStatement {
  readonly text: string;
  all<Row>(): Promise<D1Result<Row>>;
}

/**
 * A deployment's database over the platform's API. Unlike the bindings of `openBindings`, it needs no address at
 * workers.dev, which a new account does not have.
 */
export class RemoteD1 implements StatementRunner {
  readonly #account: CloudflareAccount;
  #id: string | null = null;

  constructor(account: CloudflareAccount) {
    this.#account = account;
  }

  prepare(template: string) {
    return {
      bind: (...values: readonly SqlValue[]): BoundStatement => {
        const text = inlineValues(template, values);
        return { text, all: async <Row>() => requireFirst(await this.execute<Row>(text)) };
      },
    };
  }

  batch<Row>(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]> {
    return this.execute(statements.map(({ text }) => text).join(';\n'));
  }

  /** The platform runs the statements of one call as a transaction. */
  async execute<Row>(sql: string): Promise<D1Result<Row>[]> {
    return this.#account.post(`${await this.#path()}/query`, { sql });
  }

  /** Of Time Travel. */
  async readBookmark(): Promise<string> {
    const path = `${await this.#path()}/time_travel/bookmark`;
    return (await this.#account.get<{ readonly bookmark: string }>(path)).bookmark;
  }

  async #path(): Promise<string> {
    this.#id ??= await requireDatabaseId(this.#account, readDatabase());
    return `/d1/database/${this.#id}`;
  }
}

function readDatabase(): DatabaseBinding {
  const database = readWranglerConfig().d1_databases.find(({ binding }) => binding === 'DB');
  if (database === undefined) throw new Error('wrangler.toml binds no DB');
  return database;
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
