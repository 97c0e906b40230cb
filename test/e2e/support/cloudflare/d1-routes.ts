import { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import type { Account, Database } from './account.ts';
import { found, nameOf, pageOf, Refusal, type Routes } from './answers.ts';
import { runStatements } from './run-statements.ts';

export const d1Routes = ({ databases }: Account): Routes => {
  const find = (idOrName: string): Database =>
    found(
      databases.find(({ uuid, name }) => uuid === idOrName || name === idOrName),
      404,
      7404,
    );
  const describe = ({ uuid, name }: Database) => ({ uuid, name, version: 'production' });
  return {
    'GET /d1/database': (call) => pageOf(call, databases.map(describe)),
    'POST /d1/database': async (call) => {
      const name = String((await call.json())['name']);
      if (databases.some((known) => known.name === name)) {
        throw new Refusal(400, 7502, `database ${name} already exists`);
      }
      const rows = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
      const database = { uuid: randomUUID(), name, rows };
      databases.push(database);
      return describe(database);
    },
    'GET /d1/database/:': (call) => describe(find(nameOf(call))),
    'POST /d1/database/:/query': async (call) =>
      runStatements(find(nameOf(call)).rows, String((await call.json())['sql'])),
    'GET /d1/database/:/time_travel/bookmark': (call) => ({
      bookmark: `00000001-${find(nameOf(call)).uuid}`,
    }),
  };
};
