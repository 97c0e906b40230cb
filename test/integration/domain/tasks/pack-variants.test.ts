import { beforeEach, describe, expect, it } from 'vitest';
import { publishImage } from '../../../../src/worker/domain/publication/publish-image.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { listImages } from '../../../../src/worker/domain/images/list-images.ts';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import {
  runSettledTasks,
  runTasks,
  selectTasks,
} from '../../../../src/worker/domain/tasks/run-tasks.ts';
import { TASKS } from '../../../../src/worker/domain/tasks/registry.ts';
import { deliverOutbox } from '../../../../src/worker/jobs/deliver-outbox.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import {
  seedProcessingImage,
  seedPublishedImage,
  seedUser,
  type SeededImage,
} from '../../../support/images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { nextImageId } from '../../../support/library.ts';
import { readAllVariants, unpackStored } from '../../../support/packed-variants.ts';
import { readState } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

let worker: TestWorker;

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

const count = async (text: string): Promise<number> =>
  Number(await worker.env.DB.prepare(`SELECT count(*) AS n FROM ${text}`).first('n'));

const unpackAll = (): Promise<void> => unpackStored(worker.env.DB);

/** What anybody sees of published images. */
const answersOf = (images: readonly SeededImage[]) =>
  Promise.all(
    images.flatMap(({ uniqueLink }) =>
      [`/i/${uniqueLink}.webp`, `/i/${uniqueLink}/gallery.webp`].map(async (path) => {
        // A new isolate, without anything in memory.
        const answer = await createTestWorker({ clock: worker.clock }).fetch(path);
        const { headers, status } = answer;
        const bytes = (await answer.arrayBuffer()).byteLength;
        return [path, status, bytes, headers.get('ETag'), headers.get('Last-Modified')];
      }),
    ),
  );

const findings = async () => {
  const found = [];
  for await (const finding of checkConsistency(worker.services)) found.push(finding);
  return found;
};

const expectSound = async (): Promise<void> => {
  expect(await findInconsistencies(worker)).toEqual([]);
  expect(await findings()).toEqual([]);
};

describe('the rows of variants', () => {
  it('are packed to the same variants, without changing an answer', async () => {
    const images = [await seedPublishedImage(worker), await seedPublishedImage(worker)];
    const before = { all: await readAllVariants(worker.env.DB), answers: await answersOf(images) };
    await unpackAll();
    expect(await answersOf(images)).toEqual(before.answers);
    await expectSound();
    await runTasks(worker.services);
    expect(await count('image_variants')).toBe(0);
    expect(await count('tasks WHERE done_at IS NULL')).toBe(0);
    expect(await readAllVariants(worker.env.DB)).toBe(before.all);
    expect(await answersOf(images)).toEqual(before.answers);
    await expectSound();
  });

  it('are packed once, when the task stops after any operation', async () => {
    const image = await seedPublishedImage(worker);
    const all = await readAllVariants(worker.env.DB);
    for (let index = 0; ; index += 1) {
      await unpackAll();
      await worker.env.DB.prepare('UPDATE tasks SET position = 0, done_at = NULL').run();
      const crash = crashAt(index, 'after');
      const crashing = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await runTasks(crashing.services).catch(() => undefined);
      await Promise.all([runTasks(worker.services), runTasks(worker.services)]);
      expect(await readAllVariants(worker.env.DB)).toBe(all);
      expect(await count('image_variants')).toBe(0);
      if (!crash.fired) break;
    }
    await answersOf([image]);
    await expectSound();
  });

  it('of an image that is published, fails or is deleted meanwhile are packed as they are then', async () => {
    const userId = await seedUser(worker);
    const [waiting, published, doomed] = [
      await seedProcessingImage(worker, { userId }),
      await seedPublishedImage(worker, { userId }),
      await seedPublishedImage(worker, { userId }),
    ];
    await unpackAll();
    let isRead = false;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch' && !isRead) {
          isRead = true;
          await deleteImage(worker.services, { kind: 'web', userId }, doomed.imageId);
        }
        return proceed();
      },
    });
    const { pack_variants: task } = TASKS;
    await runTasks(racing.services, task === undefined ? {} : { pack_variants: task });
    expect(isRead).toBe(true);
    // A published variant joins the rows of its parts.
    await publishImage(worker.services, waiting.jobId);
    expect((await readState(worker, waiting)).image).toBe('completed');
    await expectSoundAfter(published);
    await runTasks(worker.services);
    await deliverOutbox(worker.services, 'erase');
    expect(await count('image_variants')).toBe(0);
    await expectSoundAfter(published);
    await deleteImage(worker.services, { kind: 'web', userId }, waiting.imageId);
    await deliverOutbox(worker.services, 'erase');
    await expectSoundAfter(published);
  });

  it('stay as they are, when a key does not follow from the link', async () => {
    await seedPublishedImage(worker);
    await unpackAll();
    await worker.env.DB.exec(
      "UPDATE image_variants SET object_key = 'elsewhere/' || object_key WHERE kind = 'publish'",
    );
    const all = await readAllVariants(worker.env.DB);
    await expect(runTasks(worker.services)).rejects.toThrow(
      'pack_variants at 0: the key elsewhere/',
    );
    expect(await readAllVariants(worker.env.DB)).toBe(all);
    expect(await count('tasks WHERE done_at IS NULL')).toBe(1);
  });

  it('of other images are packed beside one that cannot be, which keeps the task open', async () => {
    const stuck = await seedPublishedImage(worker);
    await seedPublishedImage(worker);
    await unpackAll();
    await worker.env.DB.prepare(
      "UPDATE image_variants SET sha256 = replace(sha256, substr(sha256, 1, 1), 'G') WHERE kind = 'publish' AND image_file_id = ?",
    )
      .bind(stuck.imageFileId)
      .run();
    const rows = await count(`image_variants WHERE image_file_id = ${String(stuck.imageFileId)}`);
    await expect(runTasks(worker.services)).rejects.toThrow(
      'pack_variants at 0: a variant without a SHA-256',
    );
    expect(await count('image_variants')).toBe(rows);
    expect(await count('tasks WHERE done_at IS NULL')).toBe(1);
  });

  it('that come after the last look keep the task open', async () => {
    await seedPublishedImage(worker);
    let isRacing = true;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch' && isRacing) {
          isRacing = false;
          await unpackStored(worker.env.DB);
        }
        return proceed();
      },
    });
    await worker.env.DB.exec(
      "UPDATE tasks SET done_at = unixepoch() WHERE name <> 'pack_variants'",
    );
    await worker.env.DB.exec("UPDATE tasks SET done_at = NULL WHERE name = 'pack_variants'");
    await runTasks(racing.services);
    expect(await count("tasks WHERE name = 'pack_variants' AND done_at IS NULL")).toBe(1);
    await runTasks(worker.services);
    expect(await count('image_variants')).toBe(0);
    expect(await count('tasks WHERE done_at IS NULL')).toBe(0);
  });

  it('wait until no run of the version before can be left', async () => {
    await seedPublishedImage(worker);
    await unpackAll();
    await worker.env.DB.prepare('UPDATE schema_history SET applied_at = ?')
      .bind(worker.clock.now())
      .run();
    const rows = await count('image_variants');
    worker.clock.advance(3_600_000 - 1);
    expect(await runSettledTasks(worker.services)).toBe(0);
    expect(await count('image_variants')).toBe(rows);
    worker.clock.advance(1);
    expect(await runSettledTasks(worker.services)).toBe(rows);
    expect(await count('image_variants')).toBe(0);
  });

  it('of thousands of images are packed chunk by chunk, while others are listed and deleted', async () => {
    const userId = await seedUser(worker);
    const { imageId } = await seedPublishedImage(worker, { userId });
    const before = await nextImageId(worker.services.db);
    await worker.env.DB.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
       INSERT INTO image_files (id, size, created_at) SELECT ${before} + n, 40, 1 FROM numbers`.replaceAll(
        '\n',
        ' ',
      ),
    );
    await worker.env.DB.exec(
      `INSERT INTO images (user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, published_at, created_at, updated_at)
       SELECT ${userId}, f.id, 'link' || f.id, 'x', 'x', 'public', 2, 'completed', 1, 1, 10, 1, 1, 1
       FROM image_files f WHERE f.id > ${before}`.replaceAll('\n', ' '),
    );
    await worker.env.DB.exec(
      `INSERT INTO image_variants (image_file_id, kind, object_key, mime_type, size, sha256, width, height, created_at)
       SELECT f.id, k.value, 'images/link' || f.id || '/' || k.value || '.webp', 'image/webp', 10,
         printf('%064d', f.id), 1, 1, 1
       FROM image_files f, json_each('["master","gallery","admin","publish"]') k WHERE f.id > ${before}`.replaceAll(
        '\n',
        ' ',
      ),
    );
    await worker.env.DB.exec(
      'UPDATE users SET image_count = image_count + 2500, storage_used = storage_used + 100000',
    );
    await worker.env.DB.exec(
      'UPDATE site_totals SET images = images + 2500, storage_used = storage_used + 100000',
    );
    let chunks = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        const answer = await proceed();
        if (binding !== 'DB' || method !== 'batch') return answer;
        chunks += 1;
        const order = { field: 'createdAt', isDescending: false } as const;
        const page = await listImages(
          worker.services,
          { userId },
          {
            cursor: '',
            from: '',
            limit: 3,
            order,
            visibility: null,
            search: '',
          },
        );
        const last = page.images.find((image) => image.id !== imageId);
        if (last !== undefined)
          await deleteImage(worker.services, { kind: 'web', userId }, last.id);
        return answer;
      },
    });
    await runTasks(racing.services);
    expect(chunks).toBeGreaterThanOrEqual(3);
    for (let runs = 0; runs < 3; runs += 1) await runTasks(worker.services);
    expect(await count('image_variants')).toBe(0);
    expect(
      (await worker.services.db.run(selectTasks())).every(({ doneAt }) => doneAt !== null),
    ).toBe(true);
    const stored = JSON.parse(await readAllVariants(worker.env.DB)) as { size: number }[];
    expect(stored).toHaveLength(4 * (await count('images')));
    const used = await worker.env.DB.prepare('SELECT storage_used AS n FROM users').first('n');
    expect(used).toBe(stored.reduce((sum, { size }) => sum + size, 0));
  });
});

const expectSoundAfter = async (published: SeededImage): Promise<void> => {
  expect((await answersOf([published])).map(([, status]) => status)).toEqual([200, 200]);
  await deliverOutbox(worker.services, 'erase');
  await expectSound();
};
