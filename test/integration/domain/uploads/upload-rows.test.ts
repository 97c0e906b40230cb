import { expect, it } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { readRows, statement } from '../../../support/sql.ts';
import { loseMessages, prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

/** 36 until it is committed, 15 for its publication, 10 until it is forgotten. */
const ROWS_MAX = 61;
const HOUR_MS = 3_600_000;

it('a published upload writes at most 61 rows of D1, from its session until its rows are forgotten', async () => {
  const plain = createTestWorker();
  const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
  const counted = createTestWorker({
    clock: plain.clock,
    intercept: loseMessages(countInto(tally)),
  });
  const person = await registerAndLogin(plain);
  const client = uploadClient(counted, person);
  const days = async (worker: typeof counted): Promise<void> => {
    for (let hour = 0; hour < 240; hour += 12) {
      plain.clock.advance(12 * HOUR_MS);
      await sweep(worker.services);
    }
  };
  const rowsOf = async (work: () => Promise<unknown>): Promise<number> => {
    Object.assign(tally, { rowsRead: 0, rowsWritten: 0 });
    await work();
    await counted.settle();
    return tally.rowsWritten;
  };
  const upload = await prepareUpload({
    filename: 'IMG_20261123_081355.jpg',
    width: 23,
    height: 17,
    bodies: { publish_source: WEBP.lossy },
  });
  const source = { ...upload.manifest.source, sha256: 'a'.repeat(64) };
  const taken = { taken_at: '2026-11-23T08:13:55+01:00', camera: { name: 'GR III', iso: 200 } };
  const described = { ...upload, manifest: { ...upload.manifest, source, taken } };
  // Sweeps write a row a day: as many days begin in both times of sweeps, once today's row is there.
  await sweep(plain.services);
  const committed = await rowsOf(async () => client.complete(await uploadAll(client, described)));
  const jobs = await readRows<{ id: number }>(
    plain.services.db,
    statement("SELECT id FROM publication_jobs WHERE status = 'queued'"),
  );
  const published = await rowsOf(async () => {
    expect(await publishImage(counted.services, jobs.at(-1)?.id ?? 0)).toEqual({
      outcome: 'published',
    });
  });
  const swept = await rowsOf(() => days(counted));
  const left = await readRows<{ n: number }>(
    plain.services.db,
    statement(
      'SELECT (SELECT count(*) FROM upload_sessions) + (SELECT count(*) FROM publication_jobs) AS n',
    ),
  );
  expect(left).toEqual([{ n: 0 }]);
  const forgotten = swept - (await rowsOf(() => days(counted)));

  expect(committed).toBeGreaterThan(0);
  expect(forgotten).toBeGreaterThan(0);
  expect(committed + published + forgotten).toBeLessThanOrEqual(ROWS_MAX);
});
