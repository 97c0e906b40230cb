import { beforeEach, describe, expect, it } from 'vitest';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { indexLibraries } from '../../../../src/worker/domain/images/index-libraries.ts';
import { rankImages } from '../../../../src/worker/domain/images/rank-images.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { addImages, listAll, listPage, mixedImages } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { runBatch, statement } from '../../../support/sql.ts';
import { prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

// What earlier tests left to rank would be counted too.
beforeEach(async () => {
  await worker.env.DB.exec('UPDATE users SET library_stage = 0');
  await worker.env.DB.exec('UPDATE images SET ranked_views = view_count, is_large = 0');
});

describe('the order by views', () => {
  const listIds = async (person: Person): Promise<(readonly [id: number, views: number])[]> =>
    (await listPage(worker, person, { sort: '-view_count' })).data.images.map((image) => [
      image.id,
      image.view_count,
    ]);

  const setStage = async ({ userId }: Pick<Person, 'userId'>, stage: number): Promise<void> => {
    // Of a size in which the cron does not make it small again.
    await worker.env.DB.prepare('UPDATE users SET library_stage = ?, image_count = ? WHERE id = ?')
      .bind(stage, stage * 5001, userId)
      .run();
  };

  const view = async (id: number, views: number): Promise<void> => {
    await worker.env.DB.prepare('UPDATE images SET view_count = view_count + ? WHERE id = ?')
      .bind(views, id)
      .run();
  };

  it('is exact in a small library, whose views write no rank', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ intercept: countInto(tally) });
    const person = await registerAndLogin(worker);
    const views = [3, 2, 1, 0].map((viewCount) => ({ viewCount }));
    const ids = await addImages(worker, person.userId, views);
    const last = ids.at(-1) ?? 0;
    await view(last, 7);
    expect((await listIds(person))[0]).toEqual([last, 7]);
    for (let minute = 0; minute < 60; minute += 1) {
      await rankImages(counted.services, minute * 60_000);
    }
    expect(tally.rowsWritten).toBe(0);
    expect((await listIds(person))[0]).toEqual([last, 7]);
  });

  it('becomes that of the ranks with the upload that makes a library large, until it has shrunk by a fifth', async () => {
    const person = await registerAndLogin(worker);
    const views = [3, 2, 1, 0].map((viewCount) => ({ viewCount }));
    await addImages(worker, person.userId, views);
    const stage = () =>
      worker.env.DB.prepare('SELECT library_stage AS n FROM users WHERE id = ?')
        .bind(person.userId)
        .first('n');
    const setCount = (count: number) =>
      worker.env.DB.prepare('UPDATE users SET image_count = ? WHERE id = ?')
        .bind(count, person.userId)
        .run();
    const client = uploadClient(worker, person);
    const upload = async (): Promise<number> => {
      const uploadId = await uploadAll(client, await prepareUpload());
      expect((await client.complete(uploadId)).code).toBe(0);
      const newest = 'SELECT max(id) AS id FROM images WHERE user_id = ?';
      return (await worker.env.DB.prepare(newest).bind(person.userId).first<number>('id')) ?? 0;
    };
    await setCount(4999);
    await upload();
    expect(await stage()).toBe(0);
    const imageId = await upload();
    expect(await stage()).toBe(1);
    await view(imageId, 9);
    expect((await listIds(person))[0]).toEqual([imageId, 9]);
    expect(await indexLibraries(worker.services)).toBeGreaterThan(0);
    expect(await stage()).toBe(2);
    expect((await listIds(person))[0]).toEqual([imageId, 9]);
    await view(imageId, -9);
    expect((await listIds(person))[0]).toEqual([imageId, 0]);
    const erase = async (): Promise<void> => {
      await deleteImage(worker.services, { kind: 'web', userId: person.userId }, imageId);
    };
    await worker.env.DB.prepare("UPDATE images SET processing_status = 'failed' WHERE id = ?")
      .bind(imageId)
      .run();
    await setCount(4001);
    expect(await stage()).toBe(2);
    await erase();
    expect(await stage()).toBe(1);
    expect(await indexLibraries(worker.services)).toBeGreaterThan(0);
    expect(await stage()).toBe(0);
    const marked = 'SELECT count(*) FROM images WHERE user_id = ? AND is_large = 1';
    expect(await worker.env.DB.prepare(marked).bind(person.userId).first('count(*)')).toBe(0);
  });

  it.each(['view_count', '-view_count'])(
    'pages on in the same place while a library becomes large, sorted by %s',
    async (sort) => {
      const person = await registerAndLogin(worker);
      const ids = await addImages(worker, person.userId, mixedImages(60));
      const expected = (await listAll(worker, person, { sort, limit: '60' })).map(({ id }) => id);
      expect(expected.toSorted((a, b) => a - b)).toEqual(ids);
      const found = await listAll(worker, person, { sort, limit: '7' }, async (page) => {
        if (page === 2) await setStage(person, 1);
        if (page === 4) await indexLibraries(worker.services);
      });
      expect(found.map(({ id }) => id)).toEqual(expected);
      const searched = await listAll(worker, person, { sort, limit: '7', search: 'x' });
      await setStage(person, 0);
      const exact = await listAll(worker, person, { sort, limit: '7', search: 'x' });
      expect(searched.map(({ id }) => id)).toEqual(exact.map(({ id }) => id));
      expect(searched.length).toBeGreaterThan(10);
    },
  );

  it.each([
    ['view_count', 'walked', 0],
    ['-view_count', 'walked', 0],
    ['view_count', 'indexed', 2],
    ['-view_count', 'indexed', 2],
  ])('lists each match of a search once by %s in a library that is %s', async (sort, _, stage) => {
    const person = await registerAndLogin(worker);
    const ids = await addImages(worker, person.userId, mixedImages(40));
    await worker.env.DB.prepare('UPDATE images SET is_large = ? WHERE user_id = ?')
      .bind(stage / 2, person.userId)
      .run();
    await setStage(person, stage);
    // As after flushes: no sweep has moved the ranks yet.
    for (const [index, id] of ids.entries()) await view(id, (index * 7) % 11);
    const found = await listAll(worker, person, { sort, limit: '7', search: 'photo' });
    expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
    const views = found.map((image) => (sort.startsWith('-') ? -1 : 1) * image.view_count);
    if (stage === 0) expect(views).toEqual(views.toSorted((a, b) => a - b));
  });

  it('stays exact in a large library until each of its images has a rank', async () => {
    const person = await registerAndLogin(worker);
    const [, last = 0] = await addImages(worker, person.userId, [
      { viewCount: 1 },
      { viewCount: 0 },
    ]);
    await setStage(person, 1);
    await view(last, 7);
    await worker.env.DB.exec(
      `CREATE TRIGGER refuse BEFORE UPDATE OF ranked_views ON images WHEN NEW.id = ${last} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    await indexLibraries(worker.services);
    expect((await listIds(person))[0]).toEqual([last, 7]);
    await worker.env.DB.exec('DROP TRIGGER refuse');
    await view(last, 1);
    expect((await listIds(person))[0]).toEqual([last, 8]);
    await indexLibraries(worker.services);
    await view(last, -8);
    expect((await listIds(person))[0]).toEqual([last, 0]);
  });

  it('follows the views of a large library within an hour; only moved ranks are written', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ intercept: countInto(tally) });
    const person = await registerAndLogin(worker);
    const ids = await addImages(
      worker,
      person.userId,
      [3, 2, 1, 0].map((viewCount) => ({ viewCount })),
    );
    await setStage(person, 1);
    await indexLibraries(worker.services);
    const [first = 0, , , last = 0] = ids;
    await worker.env.DB.prepare('UPDATE images SET view_count = view_count + 7 WHERE id = ?')
      .bind(last)
      .run();
    expect(await listIds(person)).toEqual([
      [first, 3],
      ...ids.slice(1, 3).map((id, at) => [id, 2 - at]),
      [last, 7],
    ]);

    const total = await worker.env.DB.prepare('SELECT count(*) AS n FROM images').first<number>(
      'n',
    );
    Object.assign(tally, { rowsRead: 0, rowsWritten: 0 });
    let moved = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      moved += await rankImages(counted.services, minute * 60_000);
    }
    expect(moved).toBe(1);
    // Each run looks for new libraries, reads the greatest id and each 60,000th id before it, and writes a row and its
    // index entry.
    const turns = Math.ceil(last / 60_000);
    expect(tally.rowsRead).toBeLessThanOrEqual((total ?? 0) + 60 * (2 + 3 * turns) + 8);
    expect(tally.rowsWritten).toBeLessThanOrEqual(2);
    expect((await listIds(person))[0]).toEqual([last, 7]);
  });

  it('reaches each image within an hour in a growing library with id gaps', async () => {
    const { userId } = await registerAndLogin(worker);
    await setStage({ userId }, 2);
    const [model = 0] = await addImages(worker, userId, [{ viewCount: 0 }]);
    // Each copies the first image, with views that its rank does not have yet.
    const addAt = async (from: number, step: number, count: number): Promise<void> => {
      const ids = `WITH RECURSIVE added (id) AS (
        SELECT ${from} UNION ALL SELECT id + ${step} FROM added LIMIT ${count})`;
      await runBatch(worker.services.db, [
        statement(
          `INSERT INTO image_files (id, size, created_at) ${ids} SELECT id, 0, 0 FROM added`,
        ),
        statement(
          `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
             processing_status, width, height, file_size, published_at, created_at, updated_at, view_count)
           ${ids} SELECT added.id, user_id, added.id, printf('R%011d', added.id), '', '', visibility, pipeline_version,
             processing_status, width, height, file_size, published_at, images.created_at, updated_at, 1
           FROM added, images WHERE images.id = ${model}`,
        ),
        statement(`UPDATE images SET ranked_views = 0 WHERE id >= ${from}`),
      ]);
    };
    // 10,200 images of one turn: ids of a single slice.
    for (let turn = 0; turn < 12; turn += 1) await addAt(6_000_001 + 60_000 * turn, 1, 850);
    await addAt(7_000_000, 997, 1000);
    let moved = 0;
    for (let minute = 17; minute < 77; minute += 1) {
      moved += await rankImages(worker.services, minute * 60_000);
      if (minute === 17) expect(await rankImages(worker.services, 0)).toBeGreaterThan(10_200);
      await addAt(9_000_000 + minute * 100_000, 1, 1);
    }
    const { results } = await worker.env.DB.prepare(
      'SELECT id FROM images WHERE ranked_views <> view_count AND id BETWEEN 6000000 AND 8999999',
    ).all();
    expect(results).toEqual([]);
    expect(moved).toBeGreaterThan(0);
    await runBatch(worker.services.db, [
      statement('DELETE FROM images WHERE id >= 6000000'),
      statement('DELETE FROM image_files WHERE id >= 6000000'),
    ]);
  });
});
