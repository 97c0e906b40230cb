import { epochPath, renditionPaths, shardOf } from '../../../../src/worker/storage/keys.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import {
  seedProcessingImage,
  seedPublishedImage,
  seedUser,
  type SeededImage,
} from '../../../support/images.ts';
import {
  callsAt,
  countInto,
  crashAt,
  type Interceptor,
  type Tally,
} from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { recover } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { loseMessages } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

/** Drops publication and outbox messages: the sweep does all the work. */
const loseAll: Interceptor = (call, proceed) =>
  call.binding === 'OUTBOX_QUEUE' ? Promise.resolve() : loseMessages()(call, proceed);

const worker = createTestWorker({ intercept: loseAll });

const run = async (text: string, ...values: (string | number)[]): Promise<void> => {
  await worker.env.DB.prepare(text)
    .bind(...values)
    .run();
};

const first = async <Row>(text: string, ...values: (string | number)[]): Promise<Row> => {
  const row = await worker.env.DB.prepare(text)
    .bind(...values)
    .first<Row>();
  if (row === null) throw new Error(`no row: ${text}`);
  return row;
};

interface Totals {
  readonly used: number;
  readonly reserved: number;
  readonly images: number;
  readonly siteUsed: number;
  readonly siteReserved: number;
  readonly siteImages: number;
  readonly siteViews: number;
}

const readTotals = (userId: number): Promise<Totals> =>
  first<Totals>(
    `SELECT u.storage_used AS used, u.storage_reserved AS reserved, u.image_count AS images,
       t.storage_used AS siteUsed, t.storage_reserved AS siteReserved, t.images AS siteImages, t.views AS siteViews
     FROM users u, site_totals t WHERE u.id = ?`,
    userId,
  );

/** Every row that refers to an image. */
const countRows = async ({ imageId, imageFileId }: SeededImage): Promise<number> => {
  const { rows } = await first<{ rows: number }>(
    `SELECT (SELECT count(*) FROM images WHERE id = ?1) + (SELECT count(*) FROM image_files WHERE id = ?2)
       + (SELECT count(*) FROM image_variants WHERE image_file_id = ?2)
       + (SELECT count(*) FROM image_tokens WHERE image_id = ?1)
       + (SELECT count(*) FROM publication_jobs WHERE image_id = ?1)
       + (SELECT count(*) FROM processing_events WHERE image_id = ?1)
       + (SELECT count(*) FROM image_suffixes WHERE image_id = ?1) AS rows`,
    imageId,
    imageFileId,
  );
  return rows;
};

const eventsOf = async (kind: string): Promise<string[]> => {
  const { results } = await worker.env.DB.prepare(
    'SELECT payload FROM outbox_events WHERE kind = ?',
  )
    .bind(kind)
    .all<{ payload: string }>();
  return results.map(({ payload }) => payload);
};

/** A publication whose attempts are used up: its objects and its reservation are kept for an administrator. */
const fail = async ({ imageId, uploadId, jobId }: SeededImage): Promise<void> => {
  await run("UPDATE images SET processing_status = 'failed' WHERE id = ?", imageId);
  await run("UPDATE publication_jobs SET status = 'failed' WHERE id = ?", jobId);
  await run(
    "UPDATE upload_sessions SET status = 'failed', closed_at = 1 WHERE upload_id = ?",
    uploadId,
  );
};

beforeEach(resetState);

describe('the deletion of an image', () => {
  let owner: Person;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
  });

  it('removes every row, keeps exact totals, and queues the objects for erasure', async () => {
    const before = await readTotals(owner.userId);
    const kept = await seedPublishedImage(worker, { userId: owner.userId });
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    await run('UPDATE images SET view_count = 7 WHERE id = ?', image.imageId);
    await run('UPDATE site_totals SET views = views + 7');
    await run(
      "INSERT INTO image_tokens (image_id, token_hash, ciphertext, key_id, created_at, expires_at) VALUES (?, 'h', 'c', 'k', 1, 2)",
      image.imageId,
    );
    const answer = await deleteImageAs(worker, owner, image.imageId);
    const size = WEBP.lossy.byteLength;
    expect(answer).toMatchObject({
      status: 200,
      data: {
        image_id: image.imageId,
        storage_freed_bytes: 4 * size,
        storage_used: before.used + 4 * size,
        storage_quota: worker.services.config.DEFAULT_STORAGE_QUOTA_BYTES,
      },
    });
    expect(await countRows(image)).toBe(0);
    expect(await readTotals(owner.userId)).toEqual({
      ...before,
      used: before.used + 4 * size,
      images: before.images + 1,
      siteUsed: before.siteUsed + 4 * size,
      siteImages: before.siteImages + 1,
    });
    await recover(worker, 1);
    for (const key of Object.values(image.keys)) {
      expect(await worker.env.BUCKET.head(key)).toBeNull();
    }
    expect(await worker.env.BUCKET.head(kept.keys.master)).not.toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('purges every path of a public image, and none of a private one', async () => {
    await run('DELETE FROM outbox_events');
    const shown = await seedPublishedImage(worker, { userId: owner.userId });
    const hidden = await seedPublishedImage(worker, {
      userId: owner.userId,
      visibility: 'private',
    });
    await deleteImageAs(worker, owner, shown.imageId);
    await deleteImageAs(worker, owner, hidden.imageId);
    const purges = await eventsOf('purge');
    expect(purges.map((payload) => JSON.parse(payload) as unknown)).toEqual([
      {
        paths: [
          ...['', '.webp', '/gallery.webp', '/publish.webp'].map(
            (end) => `/i/${shown.uniqueLink}${end}`,
          ),
          ...renditionPaths(shown.uniqueLink),
          `/p/${shown.uniqueLink}`,
          epochPath(shardOf(shown.uniqueLink)),
        ],
      },
    ]);
    // Of its files, and twice of its renditions.
    expect(await eventsOf('erase')).toHaveLength(6);
  });

  it('ends its link once answered, even one that is cached', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    const path = `/i/${image.uniqueLink}.webp`;
    for (let view = 0; view < 3; view += 1) {
      const response = await worker.fetch(path);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      await worker.settle();
    }
    await deleteImageAs(worker, owner, image.imageId);
    expect((await worker.fetch(path)).status).toBe(404);
  });

  it('releases what a failed publication still reserved', async () => {
    const before = await readTotals(owner.userId);
    const image = await seedProcessingImage(worker, { userId: owner.userId });
    await fail(image);
    const answer = await deleteImageAs(worker, owner, image.imageId);
    expect(answer.data?.storage_freed_bytes).toBe(3 * WEBP.lossy.byteLength);
    expect(await readTotals(owner.userId)).toEqual(before);
    await recover(worker, 1);
    expect(await worker.env.BUCKET.head(image.sourceKey)).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('erases the objects that a worker without its lease stores afterwards', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    await deleteImageAs(worker, owner, image.imageId);
    await recover(worker, 1);
    await worker.env.BUCKET.put(image.keys.publish, WEBP.lossy);
    await recover(worker, 20);
    expect(await worker.env.BUCKET.head(image.keys.publish)).toBeNull();
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('leaves its upload session readable, without the image', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    const path = `/api/v1/uploads/${image.uploadId}`;
    const published = await worker.fetch(path, { headers: owner.headers });
    expect(await published.json()).toMatchObject({ data: { image_id: image.imageId } });
    await deleteImageAs(worker, owner, image.imageId);
    const response = await worker.fetch(path, { headers: owner.headers });
    const { data } = await response.json<{ data: Record<string, unknown> }>();
    expect(data['status']).toBe('completed');
    expect(data).not.toHaveProperty('image_id');
    expect(data).not.toHaveProperty('asset_link');
  });

  it.each(['pending', 'processing'])('answers 4093 while the image is %s', async (status) => {
    const image = await seedProcessingImage(worker, { userId: owner.userId });
    await run('UPDATE images SET processing_status = ? WHERE id = ?', status, image.imageId);
    expect(await deleteImageAs(worker, owner, image.imageId)).toMatchObject({
      status: 409,
      code: 4093,
    });
  });

  it('answers 4038 while the account is scheduled for deletion', async () => {
    const person = await registerAndLogin(worker);
    const image = await seedPublishedImage(worker, { userId: person.userId });
    await run("UPDATE users SET status = 'pending_deletion' WHERE id = ?", person.userId);
    expect(await deleteImageAs(worker, person, image.imageId)).toMatchObject({
      status: 403,
      code: 4038,
    });
    await run("UPDATE users SET status = 'active' WHERE id = ?", person.userId);
  });

  it("checks the deletion lock of the caller's account, not of the owner's", async () => {
    const admin = await registerAndLogin(worker);
    await run("UPDATE users SET role = 'admin' WHERE id = ?", admin.userId);
    for (const status of ['pending_deletion', 'suspended']) {
      const { imageId, userId } = await seedPublishedImage(worker);
      await run('UPDATE users SET status = ? WHERE id = ?', status, userId);
      await run("UPDATE users SET status = 'pending_deletion' WHERE id = ?", admin.userId);
      expect(await deleteImageAs(worker, admin, imageId)).toMatchObject({ code: 4038 });
      await run("UPDATE users SET status = 'active' WHERE id = ?", admin.userId);
      expect(await deleteImageAs(worker, admin, imageId)).toMatchObject({ code: 0 });
    }
    const response = await worker.fetch('/api/v1/openapi.json');
    const { paths } = await response.json<{
      paths: Record<string, Record<string, { description?: string }>>;
    }>();
    expect(paths['/api/v1/images/{id}']?.['delete']?.description).toContain('own account');
  });

  it('answers 4031 to other users, and works for an administrator', async () => {
    const other = await registerAndLogin(worker);
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    expect(await deleteImageAs(worker, other, image.imageId)).toMatchObject({ code: 4031 });
    await run("UPDATE users SET role = 'admin' WHERE id = ?", other.userId);
    const { used } = await readTotals(owner.userId);
    const { data } = await deleteImageAs(worker, other, image.imageId);
    expect(data?.storage_used).toBe(used - 4 * WEBP.lossy.byteLength);
  });

  it('answers 4041 for an unknown or deleted image, and 3001 for a malformed id', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    expect(await deleteImageAs(worker, owner, image.imageId)).toMatchObject({ status: 200 });
    expect(await deleteImageAs(worker, owner, image.imageId)).toMatchObject({
      status: 404,
      code: 4041,
    });
    expect(await deleteImageAs(worker, owner, '0')).toMatchObject({ status: 400, code: 3001 });
  });

  it('costs two D1 round trips and one object call', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    Object.assign(tally, { calls: {} });
    await deleteImageAs(counted, owner, image.imageId);
    await counted.settle();
    expect(callsAt(tally, 'DB')).toBe(2);
    expect(callsAt(tally, 'USER_SESSIONS')).toBe(1);
    expect(callsAt(tally, 'BUCKET')).toBe(0);
    expect(callsAt(tally, 'OUTBOX_QUEUE')).toBe(2);
  });

  it('requires the CSRF header of a cookie session', async () => {
    const image = await seedPublishedImage(worker, { userId: owner.userId });
    const { Cookie = '' } = owner.headers;
    expect(await deleteImageAs(worker, { headers: { Cookie } }, image.imageId)).toMatchObject({
      code: 4035,
    });
    const bearer = { Authorization: `Bearer ${owner.bearer}` };
    expect(await deleteImageAs(worker, { headers: bearer }, image.imageId)).toMatchObject({
      status: 200,
    });
  });
});

describe('a deletion whose Worker dies', () => {
  it.each(['before', 'after'] as const)('%s any operation is all or nothing', async (moment) => {
    const userId = await seedUser(worker);
    let outcomes = '';
    for (let index = 0; ; index += 1) {
      const image = await seedPublishedImage(worker, { userId });
      const crash = crashAt(index, moment);
      const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await deleteImage(dying.services, { userId, kind: 'web' }, image.imageId).catch(
        () => undefined,
      );
      await dying.settle();
      await recover(worker, 1);
      const rows = await countRows(image);
      const isStored = (await worker.env.BUCKET.head(image.keys.master)) !== null;
      expect(isStored).toBe(rows > 0);
      expect(await findInconsistencies(worker)).toEqual([]);
      outcomes += rows > 0 ? 'kept ' : 'gone ';
      if (!crash.fired) break;
    }
    // The read, the batch, the message, and one run without a crash.
    expect(outcomes).toMatch(moment === 'before' ? /^kept kept (gone )+$/u : /^kept (gone )+$/u);
  });
});

describe('a deletion with concurrent changes', () => {
  it('happens exactly once when two run at the same time', async () => {
    const owner = await registerAndLogin(worker);
    for (let round = 0; round < 10; round += 1) {
      const image = await seedPublishedImage(worker, { userId: owner.userId });
      const answers = await Promise.all([
        deleteImageAs(worker, owner, image.imageId),
        deleteImageAs(worker, owner, image.imageId),
      ]);
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 4041]);
    }
    await recover(worker, 1);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each([
    ["UPDATE images SET processing_status = 'pending' WHERE id = ?", 'image_in_work'],
    ['DELETE FROM images WHERE id = ?', 'image_not_found'],
    [
      "UPDATE users SET status = 'pending_deletion' WHERE id = (SELECT user_id FROM images WHERE id = ?)",
      'account_locked',
    ],
  ])('reads again when “%s” happens between its read and its batch', async (change, reason) => {
    const image = await seedPublishedImage(worker);
    let changed = false;
    const hasty = createTestWorker({
      intercept: async (call, proceed) => {
        if (call.method === 'batch' && !changed) {
          changed = true;
          await run(change, image.imageId);
        }
        return loseAll(call, proceed);
      },
    });
    await expect(
      deleteImage(hasty.services, { userId: image.userId, kind: 'web' }, image.imageId),
    ).rejects.toMatchObject({ reason });
    expect(changed).toBe(true);
  });

  it('purges an image that became public between its read and its batch', async () => {
    await run('DELETE FROM outbox_events');
    const image = await seedPublishedImage(worker, { visibility: 'private' });
    let changed = false;
    const hasty = createTestWorker({
      intercept: async (call, proceed) => {
        if (call.method === 'batch' && !changed) {
          changed = true;
          await run("UPDATE images SET visibility = 'public' WHERE id = ?", image.imageId);
        }
        return loseAll(call, proceed);
      },
    });
    await deleteImage(hasty.services, { userId: image.userId, kind: 'web' }, image.imageId);
    expect(await eventsOf('purge')).toHaveLength(1);
  });
});
