import { expect, it } from 'vitest';
import { trashImage } from '../../../src/worker/domain/images/trash-image.ts';
import { sweep } from '../../../src/worker/jobs/sweep.ts';
import { findInconsistencies } from '../../support/consistency.ts';
import { recordErrors } from '../../support/error-log.ts';
import { failPublication } from '../../support/fail-publication.ts';
import { seedProcessingImage, seedPublishedImage, seedUser } from '../../support/images.ts';
import { holdMessages, recover } from '../../support/publication.ts';
import { resetState } from '../../support/reset-state.ts';
import { createSweepRows } from '../../support/sweep-rows.ts';
import { createTestWorker, type TestWorker } from '../../support/worker.ts';

const OF_EACH = 3;
const EARLY = 5;

/** Due work for each part. Returns the jobs whose messages are lost. */
const addWork = async (worker: TestWorker): Promise<number[]> => {
  const rows = createSweepRows(worker);
  const lost: number[] = [];
  for (let n = 0; n < OF_EACH; n += 1) {
    await rows.addUpload(`open-${n}`, 'uploading', EARLY);
    await rows.addUpload(`unfinished-${n}`, 'cleanup_pending', EARLY);
    await rows.addUpload(`left-${n}`, 'failed', EARLY, { erase_due_at: EARLY, closed_at: EARLY });
    await rows.addUpload(`closed-${n}`, 'cancelled', EARLY, { closed_at: EARLY });
    await rows.addSession(`session-${n}`, EARLY);
    await rows.addNonce(`nonce-${n}`, EARLY);
    await rows.addIdentity(`identity-${n}`, EARLY);
    await rows.addInvitation(`invitation-${n}`, EARLY);
    await failPublication(worker, (await seedProcessingImage(worker)).uploadId);
    const { jobId } = await seedProcessingImage(worker);
    await rows.run(`UPDATE publication_jobs SET updated_at = 5, run_after = 5 WHERE id = ?`, jobId);
    lost.push(jobId);
    const { userId, imageId } = await seedPublishedImage(worker);
    await trashImage(worker.services, { userId, kind: 'web' }, imageId);
    for (const status of ['pending_deletion', 'deleting']) {
      const leaver = await rows.addAccount(status, EARLY);
      await rows.run('UPDATE site_totals SET active_users = active_users - 1');
      await seedPublishedImage(worker, { userId: leaver });
    }
  }
  await rows.run('UPDATE trashed_images SET erase_due_at = ?', EARLY);
  await rows.run(`UPDATE publication_jobs SET run_after = ? WHERE status = 'done'`, EARLY);
  return lost;
};

it('two runs of the cron at once do all that is due once, and neither fails', async () => {
  await resetState();
  const worker = createTestWorker();
  const lost = await addWork(worker);
  const survivor = await seedPublishedImage(worker, { userId: await seedUser(worker) });
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const { services, sent } = holdMessages(createTestWorker({ clock: worker.clock }));
      const { services: recorded, lines } = recordErrors({ ...worker, services });
      await sweep(recorded);
      return { lines, sent };
    }),
  );
  // One run waits for the change of an account by the other one, and leaves it to the next minute.
  const lines = runs.flatMap((run) => run.lines);
  expect(lines.filter(({ reason }) => reason !== 'account_busy')).toEqual([]);
  expect(runs.flatMap(({ sent }) => sent).toSorted((a, b) => a - b)).toEqual(lost);

  await recover(worker, 20);
  const { objects } = await worker.env.BUCKET.list();
  const published = await worker.env.DB.prepare('SELECT unique_link AS link FROM images').all();
  const links = published.results.map(({ link }) => link);
  expect(links).toContain(survivor.uniqueLink);
  expect(objects.every(({ key }) => links.includes(key.split('/').at(-2)))).toBe(true);
  const left = await worker.env.DB.prepare(
    `SELECT (SELECT count(*) FROM users WHERE deletion_due_at IS NOT NULL) AS leavers,
       (SELECT count(*) FROM trashed_images) AS trashed, (SELECT count(*) FROM outbox_events WHERE kind <> 'purge') AS events,
       (SELECT count(*) FROM upload_sessions WHERE erase_due_at IS NOT NULL OR closed_at IS NULL) AS uploads`,
  ).first();
  expect(left).toEqual({ leavers: 0, trashed: 0, events: 0, uploads: 0 });
  expect(await findInconsistencies(worker)).toEqual([]);
});
