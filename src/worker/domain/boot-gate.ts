import { and, asc, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Directory } from '../db/database.ts';
import { checkHistory, expectedHistory, type HistoryEntry, type Migration } from '../db/history.ts';
import { NEEDED_TASKS } from '../db/needed-tasks.ts';
import { jsonValues, query } from '../db/query.ts';
import { schemaHistory } from '../db/schema/schema-history.ts';
import { tasks } from '../db/schema/tasks.ts';
import { prepareAll, type Params } from '../db/statement.ts';
import type { Result } from '../../shared/result.ts';
import type { CacheStore } from '../storage/cache-store.ts';
import { DomainError } from './errors.ts';

/**
 * Blocks requests until D1 and KV answer, the migrations are exactly this build's, and the tasks that they need are done.
 * Remembers success only.
 */
export class BootGate {
  readonly #migrations: readonly Migration[];
  readonly #neededTasks: readonly string[];
  #open = false;

  constructor(migrations: readonly Migration[], needed = NEEDED_TASKS) {
    this.#migrations = migrations;
    this.#neededTasks = Object.values(needed).flat();
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

  /** Null for a database that this build may serve. The reason names the migration that differs or the open task. */
  async findFault(directory: Directory): Promise<string | null> {
    const verdict = await this.judge(await directory.run(selectHistory()));
    if (!verdict.ok) return verdict.error;
    const names = this.#neededTasks;
    const [open] = names.length === 0 ? [] : await directory.run(selectOpenTasks({ names }));
    return open === undefined ? null : `task ${open.name} is not done`;
  }

  async #checkDatabase(directory: Directory): Promise<void> {
    let fault: string | null;
    try {
      fault = await this.findFault(directory);
    } catch (cause) {
      throw new DomainError('database_unavailable', { cause });
    }
    if (fault === null) return;
    const message = `Database schema refused: ${fault}`;
    throw new DomainError('database_unavailable', { message });
  }
}

const selectOpenTasks = prepareAll((p: Params<{ names: readonly string[] }>) =>
  query
    .select({ name: tasks.name })
    .from(tasks)
    .where(and(inArray(tasks.name, jsonValues(p.names)), isNull(tasks.doneAt)))
    .orderBy(asc(tasks.name)),
);

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
