import type { Services } from '../../src/worker/domain/services.ts';
import type { LogFields } from '../../src/worker/lib/log.ts';
import type { TestWorker } from './worker.ts';

export type ErrorLine = { readonly event: string } & LogFields;

/** A Worker's services with a log that records its errors. */
export const recordErrors = (worker: TestWorker): { services: Services; lines: ErrorLine[] } => {
  const lines: ErrorLine[] = [];
  const log = {
    info: () => undefined,
    error: (event: string, fields: LogFields = {}) => void lines.push({ event, ...fields }),
  };
  return { services: { ...worker.services, log }, lines };
};
