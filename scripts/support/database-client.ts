import type { D1Result } from '@cloudflare/workers-types';
import type { SqlValue } from '../../src/worker/db/statement.ts';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Runs statements as one transaction. */
type Send = (statements: readonly SentStatement[]) => Promise<D1Result[]>;

/**
 * The methods of a database whose statements stay in this process until they run. Through the runtime's own proxy each
 * `prepare` and `bind` is a call that blocks this process.
 */
export function makeStatements(send: Send) {
  const prepare = (text: string) => new ClientStatement(send, text);
  const batch = (statements: readonly ClientStatement[]) =>
    send(statements.map(({ text, values }) => ({ text, values })));
  return { prepare, batch };
}

class ClientStatement implements SentStatement {
  readonly #send: Send;
  readonly text: string;
  readonly values: readonly SqlValue[];

  constructor(send: Send, text: string, values: readonly SqlValue[] = []) {
    this.#send = send;
    this.text = text;
    this.values = values;
  }

  bind(...values: readonly SqlValue[]): ClientStatement {
    return new ClientStatement(this.#send, this.text, values);
  }

  async all(): Promise<D1Result | undefined> {
    return (await this.#send([{ text: this.text, values: this.values }]))[0];
  }

  run(): Promise<D1Result | undefined> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.all())?.results[0] as Record<string, unknown> | undefined;
    return (column === undefined ? row : row?.[column]) ?? null;
  }
}
