import { recordEvent } from '../../src/worker/domain/outbox/events.ts';
import type { PurgeBehaviour, PurgeRequest } from './purge-server.ts';
import { readRows, runBatch, statement } from './sql.ts';
import type { TestWorker } from './worker.ts';

/** The vars of a zone at a tenant of the purge server. */
export const zoneAt = (server: string) => ({
  PURGE_TARGET: 'zone',
  PUBLIC_BASE_URL: 'https://images.example',
  PURGE_ZONE_API_URL: server,
  PURGE_ZONE_ID: 'zone1',
  PURGE_ZONE_API_TOKEN: 'zone-token',
});

export const purgeServer = (server: string) => ({
  /** Sets the next responses and clears the record. */
  program: async (...behaviours: PurgeBehaviour[]): Promise<void> => {
    await fetch(`${server}/control`, { method: 'POST', body: JSON.stringify(behaviours) });
  },
  received: async (): Promise<PurgeRequest[]> => (await fetch(`${server}/control`)).json(),
});

export const addPurges = async (
  { services, clock }: TestWorker,
  ...paths: string[][]
): Promise<void> => {
  await runBatch(
    services.db,
    paths.map((list) => recordEvent('purge', { paths: list }, clock.now())),
  );
};

interface PendingRow {
  readonly attempts: number;
  readonly available_at: number;
  readonly last_error: string | null;
}

export const pendingEvents = ({ services }: TestWorker): Promise<PendingRow[]> =>
  readRows(
    services.db,
    statement('SELECT attempts, available_at, last_error FROM outbox_events ORDER BY id'),
  );
