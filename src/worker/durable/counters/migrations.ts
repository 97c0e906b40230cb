import type { Migration } from '../../db/history.ts';
import counters from './migrations/0001_counters.sql';
import batches from './migrations/0002_batches.sql';
import flushParts from './migrations/0003_flush_parts.sql';
import heldBatches from './migrations/0004_held_batches.sql';

export const COUNTER_MIGRATIONS: readonly Migration[] = [
  { name: '0001_counters.sql', sql: counters },
  { name: '0002_batches.sql', sql: batches },
  { name: '0003_flush_parts.sql', sql: flushParts },
  { name: '0004_held_batches.sql', sql: heldBatches },
];
