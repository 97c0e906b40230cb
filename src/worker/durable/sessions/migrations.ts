import type { Migration } from '../../db/history.ts';
import sessions from './migrations/0001_sessions.sql';
import apiKeys from './migrations/0002_api_keys.sql';
import sessionUse from './migrations/0003_session_use.sql';
import visits from './migrations/0004_visits.sql';
import slotsWithoutRowIds from './migrations/0005_slots_without_row_ids.sql';

export const SESSION_MIGRATIONS: readonly Migration[] = [
  { name: '0001_sessions.sql', sql: sessions },
  { name: '0002_api_keys.sql', sql: apiKeys },
  { name: '0003_session_use.sql', sql: sessionUse },
  { name: '0004_visits.sql', sql: visits },
  { name: '0005_slots_without_row_ids.sql', sql: slotsWithoutRowIds },
];
