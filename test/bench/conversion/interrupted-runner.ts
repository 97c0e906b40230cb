import type { DatabaseSync } from 'node:sqlite';
import { SqliteRunner, type Answer, type Bound, type OnStatement } from '../scale/sqlite-runner.ts';

export type Moment = 'before' | 'after';

/** A connection that may break at one of its calls, before it or with its answer, and stays broken until it is armed. */
export class InterruptedRunner extends SqliteRunner {
  readonly #between: () => Promise<void>;
  #breakAt = Number.POSITIVE_INFINITY;
  #moment: Moment = 'before';
  #calls = 0;

  /** `between` runs before each call. */
  constructor(file: DatabaseSync, onStatement: OnStatement, between: () => Promise<void>) {
    super(file, onStatement);
    this.#between = between;
  }

  get isBroken(): boolean {
    return this.#calls > this.#breakAt;
  }

  /** The call to break at, from 0; none by default. */
  arm(breakAt = Number.POSITIVE_INFINITY, moment: Moment = 'before'): void {
    this.#breakAt = breakAt;
    this.#moment = moment;
    this.#calls = 0;
  }

  override async batch<Row>(statements: readonly Bound[]): Promise<Answer<Row>[]> {
    await this.#between();
    const call = this.#calls;
    this.#calls += 1;
    if (call < this.#breakAt) return super.batch(statements);
    if (call === this.#breakAt && this.#moment === 'after') await super.batch(statements);
    throw new Error('the connection is broken');
  }
}
