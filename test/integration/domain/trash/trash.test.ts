import { getTableName } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { KEPT_TABLES } from '../../../../src/worker/domain/images/kept-rows.ts';
import { makeAvif } from '../../../../src/worker/domain/publication/make-avif.ts';
import { derivativeKey } from '../../../../src/worker/storage/keys.ts';
import { restoreImages } from '../../../../src/worker/domain/trash/restore-images.ts';
import { sweepTrash } from '../../../../src/worker/domain/trash/sweep-trash.ts';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import {
  seedProcessingImage,
  seedPublishedImage,
  type SeededImage,
} from '../../../support/images.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { seedAvifJob } from '../../../support/legacy-images.ts';
import { readState, recover } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { listFindings } from '../../../support/states.ts';
import {
  deleteTrashedAs,
  emptyTrashAs,
  listTrashAs,
  restoreAs,
  trashAs,
} from '../../../support/trash-api.ts';
import { prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';
import { rowsOf, run, stored, worker } from './trash-worker.ts';

const { BUCKET } = worker.env;
const SIZE = 4 * WEBP.lossy.byteLength;

const totalsOf = async (userId: number) =>
  (
    await rowsOf(
      `SELECT u.storage_used, u.image_count, u.trashed_count, t.images, t.trashed_images, t.views
       FROM users u, site_totals t WHERE u.id = ?`,
      userId,
    )
  )[0];

const viewOf = async (path: string): Promise<number> => {
  const response = await worker.fetch(path);
  await response.arrayBuffer();
  await worker.settle();
  return response.status;
};

beforeEach(resetState);

describe('the trash', () => {
  let owner: Person;
  let image: SeededImage;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    image = await seedPublishedImage(worker, { userId: owner.userId });
  });

  it('takes an image out of lists, search and links at once, and keeps its bytes in the quota', async () => {
    const path = `/i/${image.uniqueLink}.webp`;
    for (let view = 0; view < 3; view += 1) expect(await viewOf(path)).toBe(200);
    const before = await totalsOf(owner.userId);
    expect(await trashAs(worker, owner, image.imageId)).toMatchObject({
      status: 200,
      data: { image_id: image.imageId, storage_freed_bytes: 0, storage_used: SIZE },
    });
    expect(await viewOf(path)).toBe(404);
    expect(await viewOf(`/r/320/${image.uniqueLink}.webp`)).toBe(404);
    expect(await viewOf(`/p/${image.uniqueLink}`)).toBe(404);
    for (const query of ['', '?search=photo']) {
      const response = await worker.fetch(`/api/v1/images/${query}`, { headers: owner.headers });
      expect(await response.json()).toMatchObject({ data: { images: [] } });
    }
    expect(await totalsOf(owner.userId)).toMatchObject({
      storage_used: before?.['storage_used'],
      image_count: 0,
      trashed_count: 1,
      trashed_images: 1,
    });
    await recover(worker, 30);
    expect(await stored(image)).not.toContain(false);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('restores the same row with its views, token and share links', async () => {
    await run(
      'UPDATE images SET view_count = 7, description = ? WHERE id = ?',
      '雪',
      image.imageId,
    );
    await run('UPDATE site_totals SET views = views + 7');
    await run(
      `INSERT INTO image_tokens (image_id, token_hash, ciphertext, key_id, created_at, expires_at)
       VALUES (?, 'h', 'c', 'k', 1, 2)`,
      image.imageId,
    );
    await run(
      `INSERT INTO share_links (image_id, token_hash, ciphertext, key_id, label, max_views, created_at)
       VALUES (?, ?, 'c', 'k', 'A "label"', 3, 1)`,
      image.imageId,
      'a'.repeat(64),
    );
    const read = async () =>
      Promise.all(
        ['images', 'image_tokens', 'share_links'].map((table) => rowsOf(`SELECT * FROM ${table}`)),
      );
    const [rows, totals] = [await read(), await totalsOf(owner.userId)];
    await trashAs(worker, owner, image.imageId);
    expect(await read()).toEqual([[], [], []]);
    expect(await restoreAs(worker, owner, [image.imageId, 999_999])).toMatchObject({
      status: 200,
      data: { image_ids: [image.imageId] },
    });
    expect(await read()).toEqual(rows);
    expect(await totalsOf(owner.userId)).toEqual(totals);
    expect(await viewOf(`/i/${image.uniqueLink}.webp`)).toBe(200);
    expect(await restoreAs(worker, owner, [image.imageId])).toMatchObject({
      data: { image_ids: [image.imageId] },
    });
    expect(await totalsOf(owner.userId)).toEqual(totals);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('knows each table that refers to images', async () => {
    const tables = await rowsOf(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%REFERENCES images (%'",
    );
    const kept = Object.values(KEPT_TABLES).map((table) => getTableName(table));
    const lost = ['processing_events'];
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set([...kept, ...lost]));
  });

  it.each(['queued', 'running'])(
    'makes the AVIF that was %s after the restoration, however late',
    async (status) => {
      const legacy = await seedAvifJob(worker, { userId: owner.userId });
      await run(
        `UPDATE publication_jobs SET status = ?, lease_id = iif(?1 = 'running', 'lease', NULL),
           lease_expires_at = iif(?1 = 'running', 1, NULL)`,
        status,
      );
      await trashAs(worker, owner, legacy.imageId);
      // An upload without a job is forgotten after a day.
      for (let day = 0; day < 4; day += 1) {
        worker.clock.advance(DAY_MS);
        await recover(worker, 2);
      }
      expect(await listFindings(worker)).toEqual([]);
      // The session of the browser has expired.
      await restoreImages(worker.services, owner, [legacy.imageId]);
      expect(await listFindings(worker)).toEqual([]);
      await recover(worker, 3);
      const state = await readState(worker, legacy, 'avif');
      expect(state).toMatchObject({ image: 'completed', job: 'done' });
      const avif = derivativeKey(legacy.keys.original ?? '', 'avif');
      expect(await BUCKET.head(avif)).not.toBeNull();
      expect(await findInconsistencies(worker)).toEqual([]);
      expect(await listFindings(worker)).toEqual([]);
    },
  );

  it('forgets the upload of an AVIF that was never made, once it is erased', async () => {
    const legacy = await seedAvifJob(worker, { userId: owner.userId });
    await trashAs(worker, owner, legacy.imageId);
    await deleteTrashedAs(worker, owner, [legacy.imageId]);
    for (let day = 0; day < 3; day += 1) {
      worker.clock.advance(DAY_MS);
      await recover(worker, 2);
    }
    expect(
      await rowsOf('SELECT * FROM upload_sessions WHERE upload_id = ?', legacy.uploadId),
    ).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('refuses the result of a worker whose image was in the trash meanwhile, and makes it again', async () => {
    const legacy = await seedAvifJob(worker, { userId: owner.userId });
    let isRacing = true;
    const late = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'BUCKET' && method === 'put' && isRacing) {
          isRacing = false;
          await trashAs(worker, owner, legacy.imageId);
          await restoreAs(worker, owner, [legacy.imageId]);
        }
        return proceed();
      },
    });
    await makeAvif(late.services, legacy.jobId);
    expect(isRacing).toBe(false);
    await recover(worker, 3);
    expect(await readState(worker, legacy, 'avif')).toMatchObject({ job: 'done' });
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('keeps a failed image, and gives back what it had reserved', async () => {
    const failed = await seedProcessingImage(worker, { userId: owner.userId });
    await run("UPDATE images SET processing_status = 'failed' WHERE id = ?", failed.imageId);
    await run("UPDATE publication_jobs SET status = 'failed' WHERE id = ?", failed.jobId);
    await run(
      "UPDATE upload_sessions SET status = 'failed', closed_at = 1 WHERE upload_id = ?",
      failed.uploadId,
    );
    await trashAs(worker, owner, failed.imageId);
    await recover(worker, 20);
    expect(await BUCKET.head(failed.keys.master)).not.toBeNull();
    expect(await BUCKET.head(failed.sourceKey)).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
    await restoreAs(worker, owner, [failed.imageId]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('is listed newest first, by pages, at a cost that other rows do not change', async () => {
    const ids = [image.imageId];
    for (let count = 1; count < 5; count += 1) {
      ids.unshift((await seedPublishedImage(worker, { userId: owner.userId })).imageId);
    }
    for (const id of ids.toReversed()) {
      worker.clock.advance(1);
      await trashAs(worker, owner, id);
    }
    const listed: number[] = [];
    for (let cursor = ''; ;) {
      const { data } = await listTrashAs(worker, owner, `?limit=2&cursor=${cursor}`);
      listed.push(...data.images.map(({ id }) => id));
      if (!data.has_more) break;
      cursor = data.next_cursor;
    }
    expect(listed).toEqual(ids);
    expect(await listTrashAs(worker, owner, '?cursor=a.b.c')).toMatchObject({ code: 3000 });
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    tally.rowsRead = 0;
    await listTrashAs(counted, owner, '?limit=2');
    expect(tally.rowsRead).toBeLessThan(8);
  });

  it('erases an image for good after its days, exactly once, and never before', async () => {
    await trashAs(worker, owner, image.imageId);
    const [{ erase_due_at: due } = { erase_due_at: '' }] = (await listTrashAs(worker, owner)).data
      .images;
    const leftMs = Date.parse(due) - worker.clock.now();
    expect(30 * DAY_MS - leftMs).toBeLessThan(1000);
    worker.clock.advance(leftMs - 1);
    expect(await sweepTrash(worker.services)).toBe(0);
    worker.clock.advance(1);
    const erased = await Promise.all([sweepTrash(worker.services), sweepTrash(worker.services)]);
    expect(erased[0] + erased[1]).toBe(1);
    await recover(worker, 1);
    expect(await stored(image)).not.toContain(true);
    expect(await totalsOf(owner.userId)).toMatchObject({ storage_used: 0, trashed_count: 0 });
    expect(await findInconsistencies(worker)).toEqual([]);
    const actor = { userId: owner.userId };
    expect(await restoreImages(worker.services, actor, [image.imageId])).toEqual([]);
  });

  it('deletes chosen images for good, and is emptied', async () => {
    const other = await seedPublishedImage(worker, { userId: owner.userId });
    const third = await seedPublishedImage(worker, { userId: owner.userId });
    for (const { imageId } of [image, other, third]) await trashAs(worker, owner, imageId);
    expect(await deleteTrashedAs(worker, owner, [image.imageId])).toMatchObject({
      data: { storage_used: 2 * SIZE },
    });
    expect(await deleteTrashedAs(worker, owner, [image.imageId])).toMatchObject({
      data: { storage_used: 2 * SIZE },
    });
    expect(await emptyTrashAs(worker, owner)).toMatchObject({
      data: { emptied: 2, has_more: false, storage_used: 0 },
    });
    expect((await listTrashAs(worker, owner)).data.images).toEqual([]);
    expect(await restoreAs(worker, owner, [other.imageId])).toMatchObject({
      data: { image_ids: [] },
    });
    await recover(worker, 1);
    for (const gone of [image, other, third]) expect(await stored(gone)).not.toContain(true);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('belongs to its owner alone, and is locked with the account', async () => {
    const other = await registerAndLogin(worker);
    expect(await trashAs(worker, other, image.imageId)).toMatchObject({ code: 4031 });
    await run("UPDATE users SET role = 'admin' WHERE id = ?", other.userId);
    expect(await trashAs(worker, other, image.imageId)).toMatchObject({ code: 4031 });
    await trashAs(worker, owner, image.imageId);
    expect(await trashAs(worker, owner, image.imageId)).toMatchObject({ code: 4041 });
    expect(await deleteImageAs(worker, other, image.imageId)).toMatchObject({ code: 4041 });
    expect((await restoreAs(worker, other, [image.imageId])).data.image_ids).toEqual([]);
    await deleteTrashedAs(worker, other, [image.imageId]);
    await run("UPDATE users SET status = 'pending_deletion' WHERE id = ?", owner.userId);
    expect(await restoreAs(worker, owner, [image.imageId])).toMatchObject({ code: 4038 });
    expect(await deleteTrashedAs(worker, owner, [image.imageId])).toMatchObject({ code: 4038 });
    expect(await emptyTrashAs(worker, owner)).toMatchObject({ code: 4038 });
    await run("UPDATE users SET status = 'active' WHERE id = ?", owner.userId);
    expect((await listTrashAs(worker, owner)).data.images).toHaveLength(1);
  });

  it('goes with the account', async () => {
    await trashAs(worker, owner, image.imageId);
    await run(
      "UPDATE users SET status = 'deleting', deletion_due_at = 1 WHERE id = ?",
      owner.userId,
    );
    await run('UPDATE site_totals SET active_users = active_users - 1');
    await recover(worker, 2);
    expect(await rowsOf('SELECT id FROM users WHERE id = ?', owner.userId)).toEqual([]);
    expect(await stored(image)).not.toContain(true);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('counts against the limit of images', async () => {
    await trashAs(worker, owner, image.imageId);
    await run('UPDATE users SET image_limit = 1 WHERE id = ?', owner.userId);
    const client = uploadClient(worker, owner);
    const open = async () => (await client.create((await prepareUpload()).manifest)).code;
    expect(await open()).toBe(4012);
    await emptyTrashAs(worker, owner);
    expect(await open()).toBe(0);
  });
});
