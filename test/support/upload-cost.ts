import { publishImage } from '../../src/worker/domain/publication/publish-image.ts';
import { ASSUMED, type Usage } from '../bench/prices.ts';
import { seedProcessingImage } from './images.ts';
import { callsAt, countInto, type Tally } from './instrument.ts';
import { storageUsage } from './storage-usage.ts';
import { meterRows } from './meter-rows.ts';
import { registerAndLogin } from './people.ts';
import { KINDS, loseMessages, prepareUpload, uploadAll, uploadClient } from './uploads.ts';
import { createTestWorker } from './worker.ts';

/** Written, read and deleted. */
const OPERATIONS_PER_MESSAGE = 3;
/** Calls for a new session, one for each part and one to complete it; then the queue's. */
const REQUESTS = 1 + KINDS.length + 1 + 1;

/** Usage of one upload, from its session to its publication, through the whole handler and the real job. */
export const measureUpload = async (): Promise<Partial<Usage>> => {
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const plain = createTestWorker();
  const vars = { COUNTER_GATHER_MS: '5' };
  const counted = createTestWorker({ vars, intercept: loseMessages(countInto(tally)) });
  const client = uploadClient(counted, await registerAndLogin(plain));
  const queued = await seedProcessingImage(plain);
  await counted.fetch('/ready');
  await counted.settle();
  for (const name of Object.keys(tally.calls)) delete tally.calls[name];
  Object.assign(tally, { rowsRead: 0, rowsWritten: 0 });
  const rows = await meterRows(plain.env.COUNTERS.getByName('shard-0'));
  try {
    const { status } = await client.complete(await uploadAll(client, await prepareUpload()));
    if (status !== 200) throw new Error(`not completed: ${status}`);
    await publishImage(counted.services, queued.jobId);
    await counted.settle();
    const { read, written } = rows.take();
    const limited = callsAt(tally, 'RATE_LIMITER');
    const objects = ['USER_SESSIONS', 'RATE_LIMITER', 'COUNTERS'];
    const objectRequests = objects.reduce((sum, name) => sum + callsAt(tally, name), 0);
    return {
      requests: REQUESTS,
      cpuMs: ASSUMED.uploadCpuMs,
      objectRequests,
      objectGbSeconds: objectRequests * ASSUMED.objectCallSeconds * ASSUMED.objectGb,
      objectRowsRead: read + limited,
      // A window is one value, which each call writes, as it sets its alarm.
      objectRowsWritten: written + 2 * limited,
      d1RowsRead: tally.rowsRead,
      d1RowsWritten: tally.rowsWritten,
      ...storageUsage(tally),
      queueOperations: OPERATIONS_PER_MESSAGE * callsAt(tally, 'PUBLISH_QUEUE'),
    };
  } finally {
    rows.stop();
  }
};
