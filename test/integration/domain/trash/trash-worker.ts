import type { SeededImage } from '../../../support/images.ts';
import type { Interceptor } from '../../../support/instrument.ts';
import { loseMessages } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

const loseAll: Interceptor = (call, proceed) =>
  call.binding === 'OUTBOX_QUEUE' ? Promise.resolve() : loseMessages()(call, proceed);

export const worker = createTestWorker({ intercept: loseAll });
const { DB, BUCKET } = worker.env;

export const run = (text: string, ...values: (string | number)[]) =>
  DB.prepare(text)
    .bind(...values)
    .run();

export const rowsOf = async (text: string, ...values: (string | number)[]) =>
  (
    await DB.prepare(text)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;

export const stored = async ({ keys }: SeededImage): Promise<boolean[]> =>
  Promise.all(Object.values(keys).map(async (key) => (await BUCKET.head(key)) !== null));
