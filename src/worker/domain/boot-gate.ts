import { asc, getTableColumns } from 'drizzle-orm';
import type { Directory } from '../db/database.ts';
import { checkHistory, expectedHistory, type HistoryEntry, type Migration } from '../db/history.ts';
import { query } from '../db/query.ts';
import { schemaHistory } from '../db/schema/schema-history.ts';
import { prepareAll } from '../db/statement.ts';
import type { Result } from '../../shared/result.ts';
import type { CacheStore } from '../storage/cache-store.ts';
import { DomainError } from './errors.ts';

/** Blocks requests until D1 and KV answer and the migrations are exactly this build's. Remembers success only. */
export class BootGate {
  readonly #migrations: readonly Migration[];
  #open = false;

  constructor(migrations: readonly Migration[]) {
    this.#migrations = migrations;
  }

  /** Without the end of its file. */
  get lastMigration(): string {
    return this.#migrations.at(-1)?.name.replace(/\.sql$/u, '') ?? '';
  }

  get isOpen(): boolean {
    return this.#open;
  }

  async pass(directory: Directory, cache: CacheStore): Promise<void> {
    if (!this.#open) await this.probe(directory, cache);
  }

  /** Checks even after a success. */
  async probe(directory: Directory, cache: CacheStore): Promise<void> {
    await Promise.all([this.#checkDatabase(directory), checkCache(cache)]);
    this.#open = true;
  }

  /** The error names the migration that differs. */
  async judge(recorded: readonly HistoryEntry[]): Promise<Result<null, string>> {
    return checkHistory(await expectedHistory(this.#migrations), recorded);
  }

  async #checkDatabase(directory: Directory): Promise<void> {
    let recorded: HistoryEntry[];
    try {
      recorded = await directory.run(selectHistory());
    } catch (cause) {
      throw new DomainError('database_unavailable', { cause });
    }
    const verdict = await this.judge(recorded);
    if (verdict.ok) return;
    const message = `Database schema refused: ${verdict.error}`;
    throw new DomainError('database_unavailable', { message });
  }
}

export const selectHistory = prepareAll(() =>
  query
    .select(getTableColumns(schemaHistory))
    .from(schemaHistory)
    .orderBy(asc(schemaHistory.position)),
);

async function checkCache(cache: CacheStore): Promise<void> {
  try {
    await cache.probe();
  } catch (cause) {
    throw new DomainError('cache_unavailable', { cause });
  }
}
