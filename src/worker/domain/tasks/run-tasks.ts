/**
 * - A chunk is converted in the batch that moves the position from where the chunk was read. It is converted once, even
 *   if the run stops anywhere or two runs overlap.
 * - A run converts at most CHUNKS_PER_RUN chunks of each task. The next run continues.
 */

import { and, asc, eq, isNull, max, notInArray } from 'drizzle-orm';
import { guard, GuardError } from '../../db/guard.ts';
import { jsonValues, query } from '../../db/query.ts';
import { schemaHistory } from '../../db/schema/schema-history.ts';
import { tasks } from '../../db/schema/tasks.ts';
import { prepareAll, prepareOne, prepareWrite, type Params } from '../../db/statement.ts';
import { describeError } from '../../lib/log.ts';
import type { Services } from '../services.ts';
import { TASKS } from './registry.ts';
import { MOVED, type Task } from './task.ts';

type TaskServices = Pick<Services, 'clock' | 'db'>;

interface OpenTask {
  readonly name: string;
  readonly position: number;
}

const ROWS_PER_CHUNK = 1000;
const CHUNKS_PER_RUN = 10;
/** A cron run of the version before may last 15 minutes, and knows the old form alone. */
const SETTLED_MS = 3_600_000;

/** Nothing before the last migration is an hour old. */
export async function runSettledTasks(services: TaskServices): Promise<number> {
  const { migratedAt } = await services.db.run(selectMigratedAt());
  return (migratedAt ?? 0) + SETTLED_MS > services.clock.now() ? 0 : runTasks(services);
}

const selectMigratedAt = prepareOne(() =>
  query.select({ migratedAt: max(schemaHistory.appliedAt) }).from(schemaHistory),
);

/**
 * Returns the number of converted rows. A failed task does not stop the others.
 * @throws {AggregateError} with the errors of the failed tasks.
 */
export async function runTasks(
  services: TaskServices,
  registry: Readonly<Record<string, Task>> = TASKS,
): Promise<number> {
  let rows = 0;
  const errors: unknown[] = [];
  for (const open of await services.db.run(selectOpen())) {
    const task = registry[open.name];
    if (task === undefined) continue;
    try {
      rows += await runTask(services, task, open);
    } catch (error) {
      errors.push(new Error(`task ${open.name} at ${String(open.position)}`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(describeError).join('; '));
  return rows;
}

async function runTask(
  services: TaskServices,
  task: Task,
  { name, position: start }: OpenTask,
): Promise<number> {
  const { clock, db } = services;
  let position = start;
  let rows = 0;
  try {
    for (let chunks = 0; chunks < CHUNKS_PER_RUN; chunks += 1) {
      const chunk = await task(services, position, ROWS_PER_CHUNK);
      const next = chunk?.next ?? position;
      const isLast = chunk?.isLast ?? chunk === null;
      const doneAt = isLast ? clock.now() : null;
      const moved = [move({ name, position, next, doneAt }), guard(MOVED)];
      await db.batch({ moved, statements: chunk?.statements ?? [] });
      if (chunk === null || isLast) break;
      position = next;
      rows += chunk.rows;
    }
  } catch (error) {
    // Another run continues it.
    if (!(error instanceof GuardError) || error.reason !== MOVED) throw error;
  }
  return rows;
}

/** All of them, with those of other versions. */
export const selectTasks = prepareAll(() =>
  query
    .select({ name: tasks.name, position: tasks.position, doneAt: tasks.doneAt })
    .from(tasks)
    .orderBy(asc(tasks.name)),
);

const selectOpen = prepareAll(() =>
  query
    .select({ name: tasks.name, position: tasks.position })
    .from(tasks)
    .where(isNull(tasks.doneAt))
    .orderBy(asc(tasks.name)),
);

const move = prepareWrite(
  (p: Params<{ name: string; position: number; next: number; doneAt: number | null }>) =>
    query
      .update(tasks)
      .set({ position: p.next, doneAt: p.doneAt })
      .where(and(eq(tasks.name, p.name), eq(tasks.position, p.position), isNull(tasks.doneAt))),
);

/** For rows of old forms that come into the database again. The forms of `needed` tasks do not. */
export const reopenTasks = prepareWrite((p: Params<{ needed: readonly string[] }>) =>
  query
    .update(tasks)
    .set({ position: 0, doneAt: null })
    .where(notInArray(tasks.name, jsonValues(p.needed))),
);
