import type { Services } from '../../../src/worker/domain/services.ts';

/** Errors are thrown: a benchmark of work that failed says nothing. */
export const silentLog: Services['log'] = {
  info: () => undefined,
  error: (event, fields) => {
    throw new Error(`${event} ${JSON.stringify(fields)}`);
  },
};
