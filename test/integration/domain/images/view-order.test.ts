import { beforeEach, describe, expect, it } from 'vitest';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { indexLibraries } from '../../../../src/worker/domain/images/index-libraries.ts';
import { flushViews } from '../../../../src/worker/domain/delivery/flush-views.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { addImages, listAll, listPage, mixedImages } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { prepareUpload, uploadAll, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

beforeEach(async () => {
  await worker.env.DB.exec('UPDATE users SET library_stage = 0');
  await worker.env.DB.exec('UPDATE images SET is_large = 0');
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

  it.each([
    ['small', 0, 0],
    ['large', 1, 1],
  ])('is exact in a %s library, where a view writes %i rows of indexes', async (_, stage, rows) => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ intercept: countInto(tally) });
    const person = await registerAndLogin(worker);
    const counts = [3, 2, 1, 0].map((viewCount) => ({ viewCount }));
    const ids = await addImages(worker, person.userId, counts);
    if (stage === 1) {
      await setStage(person, 1);
      await indexLibraries(worker.services);
    }
    const [, second = 0, , last = 0] = ids;
    const views = new Map([
      [second, 2],
      [last, 7],
    ]);
    await flushViews(counted.services, { shard: `order ${person.userId}`, number: 1, views });
    // Each image, the site's total and the flush's number.
    expect(tally.rowsWritten).toBe(2 * (1 + rows) + 2);
    expect(await listIds(person)).toEqual([
      [last, 7],
      [second, 4],
      [ids[0], 3],
      [ids[2], 1],
    ]);
  });

  it('is read from the index from the upload on that makes a library large, until it has shrunk by a fifth', async () => {
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
    const first = (await listIds(person))[0] ?? [];
    expect(first).not.toEqual([imageId, 9]);
    expect(first).toEqual([expect.any(Number), 3]);
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
    for (const [index, id] of ids.entries()) await view(id, (index * 7) % 11);
    const found = await listAll(worker, person, { sort, limit: '7', search: 'photo' });
    expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
    const views = found.map((image) => (sort.startsWith('-') ? -1 : 1) * image.view_count);
    expect(views).toEqual(views.toSorted((a, b) => a - b));
  });

  it('stays exact while a library becomes large and one of its images cannot be marked', async () => {
    const person = await registerAndLogin(worker);
    const [, last = 0] = await addImages(worker, person.userId, [
      { viewCount: 1 },
      { viewCount: 0 },
    ]);
    await setStage(person, 1);
    await view(last, 7);
    await worker.env.DB.exec(
      `CREATE TRIGGER refuse BEFORE UPDATE OF is_large ON images WHEN NEW.id = ${last} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    await indexLibraries(worker.services);
    expect((await listIds(person))[0]).toEqual([last, 7]);
    await worker.env.DB.exec('DROP TRIGGER refuse');
    await view(last, 1);
    expect((await listIds(person))[0]).toEqual([last, 8]);
    await indexLibraries(worker.services);
    await view(last, -8);
    expect((await listIds(person)).at(-1)).toEqual([last, 0]);
  });
});
