import { backoffMs } from '../../shared/backoff.ts';
import { systemClock } from '../../shared/clock.ts';
import { toGuardError } from './guard.ts';
import type { Outcome, Statement } from './statement.ts';

/** What a batch does, in order: statements and groups of statements (with their guards) under the names of results. */
export type Plan = Readonly<Record<string, Statement<unknown> | readonly Statement<unknown>[]>>;

/** What a batch returns: the result of each named statement, and an array of results for each group. */
export type Results<Steps extends Plan> = {
  readonly [Name in keyof Steps]: Steps[Name] extends Statement<infer Result>
    ? Result
    : GroupResults<Steps[Name]>;
};

/** A mapped type over its own parameter, so that arrays stay arrays. */
type GroupResults<Group> = { readonly [Index in keyof Group]: ResultOf<Group[Index]> };

type ResultOf<Step> = Step extends Statement<infer Result> ? Result : never;

/** A D1 database as the domain uses it: every statement is prepared, and a batch is one transaction. */
export class Database {
  readonly #d1: D1Database | D1DatabaseSession;
  readonly #guards: readonly Statement<number>[];

  constructor(d1: D1Database | D1DatabaseSession, guards: readonly Statement<number>[] = []) {
    this.#d1 = d1;
    this.#guards = guards;
  }

  /** The same database, where each statement and each batch is one transaction with a guard that comes first. */
  guardedBy(guard: Statement<number>): Database {
    return new Database(this.#d1, [...this.#guards, guard]);
  }

  /**
   * Runs one statement: one round trip.
   * @throws {GuardError} when a guard of this database refused.
   */
  async run<Result>(statement: Statement<Result>): Promise<Result> {
    if (this.#guards.length > 0) return (await this.batch({ statement })).statement;
    const { text, values, read } = statement;
    const bound = this.#d1.prepare(text).bind(...values);
    const send = () => bound.all<Record<string, unknown>>();
    return read(toOutcome(await outwaitLock(send, [statement])));
  }

  /**
   * Runs all statements of a plan as one transaction and one round trip.
   * @throws {GuardError} when a guard refused; nothing is written then.
   */
  async batch<const Steps extends Plan>(plan: Steps): Promise<Results<Steps>> {
    const steps: readonly (readonly [
      string,
      Statement<unknown> | readonly Statement<unknown>[],
    ])[] = Object.entries(plan);
    const statements = steps.flatMap(([, step]) => step);
    const outcomes = (await this.#send(statements)).values();
    const read = (statement: Statement<unknown>): unknown => {
      const { value } = outcomes.next();
      return statement.read(value as Outcome);
    };
    return Object.fromEntries(
      steps.map(([name, step]) => [name, 'text' in step ? read(step) : step.map(read)]),
    ) as Results<Steps>;
  }

  async #send(statements: readonly Statement<unknown>[]): Promise<Outcome[]> {
    const prepared = [...this.#guards, ...statements].map(({ text, values }) =>
      this.#d1.prepare(text).bind(...values),
    );
    try {
      const send = () => this.#d1.batch<Record<string, unknown>>(prepared);
      const results = await outwaitLock(send, [...this.#guards, ...statements]);
      return results.slice(this.#guards.length).map(toOutcome);
    } catch (error) {
      throw toGuardError(error) ?? error;
    }
  }
}

function toOutcome({ results, meta }: D1Result<Record<string, unknown>>): Outcome {
  return { rows: results, changes: meta.changes };
}

const LOCKED = 'SQLITE_BUSY';
/** What a session of D1 says instead where the lock came after the statements: whether they wrote is not known. */
const LOCKED_AFTERWARDS = 'Failed to get session commit token';
/** A query, also one that names its tables first; a write may do so, too. */
const READS = /^\s*(?:SELECT\b|WITH\b(?!.*\b(?:INSERT|REPLACE|UPDATE|DELETE)\b))/isu;
const LOCKED_ATTEMPTS = 8;
const LOCKED_BASE_MS = 10;
const LOCKED_MAX_MS = 500;

/**
 * Sends again what found a local database locked: another process, such as `npm run admin`, was writing to it, and
 * nothing was done. A deployed database has one process.
 */
async function outwaitLock<Result>(
  send: () => Promise<Result>,
  statements: readonly Pick<Statement<unknown>, 'text'>[],
): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isLocked(error, statements) || attempts === LOCKED_ATTEMPTS) throw error;
      await systemClock.wait(backoffMs(attempts, LOCKED_BASE_MS, LOCKED_MAX_MS));
    }
  }
}

/** Whether a lock kept statements from doing anything. */
function isLocked(
  error: unknown,
  statements: readonly Pick<Statement<unknown>, 'text'>[],
): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.includes(LOCKED)) return true;
  return (
    error.message.includes(LOCKED_AFTERWARDS) && statements.every(({ text }) => READS.test(text))
  );
}
