import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll } from 'vitest';
import { settleWorkers } from './worker.ts';

const { DB, TEST_MIGRATIONS } = env;

await applyD1Migrations(DB, TEST_MIGRATIONS);
afterAll(settleWorkers);

/** Empties every binding and applies the migrations anew. */
export const resetState = async (): Promise<void> => {
  await reset();
  await applyD1Migrations(DB, TEST_MIGRATIONS);
};
