import { beforeEach, describe, expect, it } from 'vitest';
import { eraseAccounts } from '../../../../src/worker/domain/accounts/erase-account.ts';
import { listVolume } from '../../../../src/worker/domain/archive/list-volume.ts';
import { eraseClosedUploads } from '../../../../src/worker/domain/uploads/sweep-uploads.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { seedPublishedImage, seedUser } from '../../../support/images.ts';
import { resetState } from '../../../support/reset-state.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { listFindings } from '../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

let worker: TestWorker;
let userId: number;
let broken: Awaited<ReturnType<typeof seedPublishedImage>>;
let sound: Awaited<ReturnType<typeof seedPublishedImage>>;

const run = (text: string, ...values: (string | number)[]) =>
  runBatch(worker.services.db, [statement(text, ...values)]);

const listKeys = async (): Promise<string[]> =>
  (await worker.env.BUCKET.list()).objects.map(({ key }) => key);

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
  userId = await seedUser(worker);
  [broken, sound] = [
    await seedPublishedImage(worker, { userId }),
    await seedPublishedImage(worker, { userId }),
  ];
  await run(
    "UPDATE image_files SET variants = x'ff' WHERE id = (SELECT image_file_id FROM images WHERE id = ?)",
    broken.imageId,
  );
});

describe('an image whose variants are malformed', () => {
  it('is named by fsck, which keeps its objects and checks the other images', async () => {
    const finding = `image ${String(broken.imageId)}: its variants are malformed`;
    worker.clock.advance(86_400_000);
    expect(await listFindings(worker)).toEqual([finding]);
    await worker.env.BUCKET.delete(sound.keys.publish);
    expect(await listFindings(worker)).toEqual([
      finding,
      `object ${sound.keys.publish}: missing, an image needs it`,
    ]);
  });

  it('is erased with its account and all of its objects', async () => {
    await run("UPDATE users SET status = 'deleting', deletion_due_at = 0 WHERE id = ?", userId);
    await run('UPDATE site_totals SET active_users = 0');
    expect(await eraseAccounts(worker.services)).toBe(1);
    expect(await listFindings(worker)).toEqual([]);
    await deliverOutbox(worker.services, 'erase');
    expect(await listKeys()).toEqual([]);
  });

  it('loses no object to the sweep of its upload, and stops no other upload', async () => {
    await run('UPDATE upload_sessions SET erase_due_at = 0');
    const before = await listKeys();
    expect(await eraseClosedUploads(worker.services)).toBe(2);
    expect(await listKeys()).toEqual(before);
  });

  it('stands in an archive without a file, beside the other images', async () => {
    const account = { userId, username: '', role: 'user', status: 'active' } as const;
    const actor = { ...account, kind: 'web', sessionId: '' } as const;
    const volume = await listVolume(worker.services, actor, '');
    expect(volume.images).toHaveLength(2);
    expect([...volume.files.values()].map(({ objectKey }) => objectKey)).toEqual([
      sound.keys.master,
    ]);
  });
});
