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
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
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
