import { beforeEach, describe, expect, it } from 'vitest';
import { moveInAlbum } from '../../../../src/worker/domain/albums/move-in-album.ts';
import {
  addToAlbumAs,
  callAlbums,
  createAlbumAs,
  listAlbumAs,
  type ApiAlbum,
} from '../../../support/albums-api.ts';
import { createRandom } from '../../../support/create-random.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { countInto, type Tally } from '../../../support/instrument.ts';
import { libraryStatements, nextImageId } from '../../../support/library.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { runBatch } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

beforeEach(resetState);

describe.each(['oldest', 'newest'] as const)(
  'an album that was in order of date, %s first',
  (order) => {
    let owner: Person;
    let album: ApiAlbum;
    let ids: number[];

    const move = (image_ids: readonly number[], before: number | null) =>
      callAlbums(worker, owner, 'POST', `/${album.id}/images/move`, { image_ids, before });

    const list = () => listAlbumAs(worker, owner, album.id, 2);

    const addImage = async (): Promise<number> => {
      worker.clock.advance(1000);
      const { imageId } = await seedPublishedImage(worker, { userId: owner.userId });
      await addToAlbumAs(worker, owner, album.id, [imageId]);
      return imageId;
    };

    beforeEach(async () => {
      owner = await registerAndLogin(worker);
      album = await createAlbumAs(worker, owner, { order });
      for (let count = 0; count < 5; count += 1) await addImage();
      ids = await list();
      expect(await move(ids.slice(0, 1), null)).toMatchObject({ code: 3000 });
      await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'manual' });
    });

    it('begins its order by hand as it was, and ends it with new images', async () => {
      expect(await list()).toEqual(ids);
      const added = await addImage();
      expect(await list()).toEqual([...ids, added]);
      await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order });
      await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'manual' });
      expect(await list()).toEqual([...ids, added]);
    });

    it('moves images to the front, between others and to the end', async () => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
      await move([e, c], a);
      expect(await list()).toEqual([e, c, a, b, d]);
      await move([e], b);
      expect(await list()).toEqual([c, a, e, b, d]);
      await move([a, 999_999, c], null);
      expect(await list()).toEqual([e, b, d, a, c]);
      expect(await move([a], a)).toMatchObject({ code: 3000 });
      expect(await move([a], 999_999)).toMatchObject({ code: 4041 });
      expect(await move(ids, null)).toMatchObject({ code: 0 });
      expect(await list()).toEqual(ids);
    });

    it.each(['newest', 'oldest'] as const)(
      'returns to its order by hand from %s first, and ends it with images that came meanwhile',
      async (shown) => {
        const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
        await move([d, b], a);
        await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: shown });
        await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { title: 'Renamed' });
        const byDate = await list();
        const added = await addImage();
        expect(await list()).toEqual(shown === 'newest' ? [added, ...byDate] : [...byDate, added]);
        await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'manual' });
        expect(await list()).toEqual([d, b, a, c, e, added]);
      },
    );

    it('keeps every order of a hundred moves to places that get closer and closer', async () => {
      const random = createRandom(7);
      let expected = ids;
      const [target = 0] = ids;
      for (let count = 0; count < 100; count += 1) {
        const others = expected.filter((id) => id !== target);
        const moved = others[Math.floor(random() * others.length)] ?? 0;
        await moveInAlbum(worker.services, owner, album.id, {
          imageIds: [moved],
          beforeId: target,
        });
        expected = expected.filter((id) => id !== moved);
        expected = expected.toSpliced(expected.indexOf(target), 0, moved);
      }
      expect(await list()).toEqual(expected);
    });

    it('moves the rest away where all images share a position', async () => {
      await worker.env.DB.prepare('UPDATE album_images SET position = 5').run();
      const equal = await list();
      await move([equal[4] ?? 0], equal[1] ?? 0);
      const [first = 0, second = 0, third = 0, fourth = 0, last = 0] = equal;
      expect(await list()).toEqual([first, last, second, third, fourth]);
      expect(new Set(equal)).toEqual(new Set(ids));
    });

    it('has every image once after moves that happen at once', async () => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
      await Promise.all([move([a], e), move([b], e), move([c], e), move([d], null)]);
      const after = await list();
      expect(after).toHaveLength(ids.length);
      expect(new Set(after)).toEqual(new Set(ids));
      expect(after.at(-1)).toBe(d);
    });
  },
);

describe('a move', () => {
  it('reads no more rows of an album of 3,000 images than of one of 300, also on one position', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ intercept: countInto(tally) });
    const { db } = counted.services;
    const owner = await registerAndLogin(counted);
    const countRows = async (count: number): Promise<number[]> => {
      const from = await nextImageId(db);
      const library = { userId: owner.userId, count, from, prefix: count > 1000 ? 'M' : 'F' };
      await runBatch(db, libraryStatements(library));
      const { id } = await createAlbumAs(counted, owner, { order: 'manual' });
      await counted.env.DB.prepare(
        `INSERT INTO album_images (album_id, image_id, position, dated_at, added_at)
         SELECT ?, id, id * 1024, dated_at, 0 FROM images WHERE id >= ? AND id < ?`,
      )
        .bind(id, from, from + count)
        .run();
      const imageIds = [from, from + 3, from + 5];
      const rows: number[] = [];
      for (const isDense of [false, true]) {
        const position = isDense ? '5' : 'position';
        await counted.env.DB.exec(`UPDATE album_images SET position = ${position}`);
        tally.rowsRead = 0;
        // The last hundred images are few enough to be spread.
        const beforeId = from + count - 90;
        await moveInAlbum({ db }, owner, id, { imageIds, beforeId });
        rows.push(tally.rowsRead);
      }
      return rows;
    };
    const few = await countRows(300);
    const many = await countRows(3000);
    for (const [index, rows] of many.entries()) expect(rows).toBeLessThanOrEqual(few[index] ?? 0);
  });
});
