import { afterAll } from 'vitest';
import { resetState } from './reset-state.ts';
import { settleWorkers } from './worker.ts';

await resetState();
afterAll(settleWorkers);
