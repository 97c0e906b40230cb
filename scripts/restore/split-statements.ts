import { createRequire } from 'node:module';
import type * as Wrangler from 'wrangler';

/** Of a migration: a deployment's database runs each on its own. Loads wrangler late, as `import` would parse it again. */
export function splitStatements(sql: string): string[] {
  const { unstable_splitSqlQuery: split } = createRequire(import.meta.url)(
    'wrangler',
  ) as typeof Wrangler;
  return split(sql);
}
