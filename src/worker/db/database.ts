import { backoffMs } from '../../shared/backoff.ts';
import { systemClock } from '../../shared/clock.ts';
import { toGuardError } from './guard.ts';
import type { Outcome, SqlValue, Statement } from './statement.ts';

/** Statements, or groups of them with their guards, by the name of their result; they run in this order. */
export type Plan = Readonly<Record<string, Statement<unknown> | readonly Statement<unknown>[]>>;

export type Results<Steps extends Plan> = {
  readonly [Name in keyof Steps]: Steps[Name] extends Statement<infer Result>
    ? Result
    : GroupResults<Steps[Name]>;
};

/** Mapped over its own parameter, so that arrays stay arrays. */
type GroupResults<Group> = { readonly [Index in keyof Group]: ResultOf<Group[Index]> };

type ResultOf<Step> = Step extends Statement<infer Result> ? Result : never;

/** The part of a D1 database, or of its session, that is used. */
export interface StatementRunner {
  prepare(text: string): { bind(...values: readonly SqlValue[]): BoundStatement };
  batch<Row>(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]>;
}

interface BoundStatement {
  all<Row>(): Promise<D1Result<Row>>;
}

/**
 * - `user`: accounts with their images, uploads, jobs and events; the one of a request's user.
 * - `directory`: what concerns all of them, such as names, invitations, settings, the audit trail and site facts.
 *
 * Both have copies of settings and administrators to read, and take audit entries in the batch of the deed.
 */
export type DatabaseRole = 'user' | 'directory';

export type Directory = Database<'directory'>;

/** A verb that needs one role cannot be given the other. */
export class Database<Role extends DatabaseRole = 'user'> {
  readonly role: Role;
  readonly #d1: StatementRunner;
  readonly #guards: readonly Statement<number>[];

  constructor(d1: StatementRunner, role: Role, guards: readonly Statement<number>[] = []) {
    this.#d1 = d1;
    this.role = role;
    this.#guards = guards;
  }

  guardedBy(guard: Statement<number>): Database<Role> {
    return new Database(this.#d1, this.role, [...this.#guards, guard]);
  }

  /** @throws {GuardError} when a guard of this database refuses. */
  async run<Result>(statement: Statement<Result>): Promise<Result> {
    if (this.#guards.length > 0) return (await this.batch({ statement })).statement;
    const { text, values, read } = statement;
    const bound = this.#d1.prepare(text).bind(...values);
    const send = () => bound.all<Record<string, unknown>>();
    return read(toOutcome(await retryWhileLocked(send, [statement])));
  }

  /** One transaction and one round trip. @throws {GuardError} when a guard refuses; nothing is written then. */
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
      const results = await retryWhileLocked(send, [...this.#guards, ...statements]);
      return results.slice(this.#guards.length).map(toOutcome);
    } catch (error) {
      throw toGuardError(error) ?? error;
    }
  }
}

function toOutcome({ results, meta }: D1Result<Record<string, unknown>>): Outcome {
  return { rows: results, changes: meta.changes, sizeBytes: meta.size_after };
}

const LOCKED = 'SQLITE_BUSY';
/** A session's error for a lock after the statements, which may have written. */
const LOCKED_AFTERWARDS = 'Failed to get session commit token';
/** A write may begin with a CTE too. */
const READS = /^\s*(?:SELECT\b|WITH\b(?!.*\b(?:INSERT|REPLACE|UPDATE|DELETE)\b))/isu;
const LOCKED_ATTEMPTS = 8;
const LOCKED_BASE_MS = 10;
const LOCKED_MAX_MS = 500;

/** Retries while another local process, such as `npm run admin`, holds the lock. A deployed database has only one. */
async function retryWhileLocked<Result>(
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

/** Whether a lock stopped the statements before they had any effect. */
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
