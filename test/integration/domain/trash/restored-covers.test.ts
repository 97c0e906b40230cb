import { beforeEach, describe, expect, it } from 'vitest';
import {
  addToAlbumAs,
  callAlbums,
  createAlbumAs,
  readAlbumAs,
  type ApiAlbum,
} from '../../../support/albums-api.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { listFindings } from '../../../support/states.ts';
import { restoreAs, trashAs } from '../../../support/trash-api.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

beforeEach(resetState);

describe('an image in the trash', () => {
  let owner: Person;
  let album: ApiAlbum;
  let ids: number[];

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    ids = [];
    for (let made = 0; made < 3; made += 1) {
      worker.clock.advance(1000);
      ids.push((await seedPublishedImage(worker, owner)).imageId);
    }
    album = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, album.id, ids);
    const [first = 0] = ids;
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { cover_image_id: first });
  });

  it('comes back as the cover that it was, unless another one was chosen', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const choose = (id: number) =>
      callAlbums(worker, owner, 'PATCH', `/${album.id}`, { cover_image_id: id });
    const cover = async () => (await readAlbumAs(worker, owner, album.id)).cover;
    const other = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, other.id, ids);
    await trashAs(worker, owner, first);
    expect(await cover()).toMatchObject({ image_id: third, is_chosen: false });
    await restoreAs(worker, owner, [first]);
    await restoreAs(worker, owner, [first]);
    expect(await cover()).toMatchObject({ image_id: first, is_chosen: true });
    // It was none there.
    expect((await readAlbumAs(worker, owner, other.id)).cover).toMatchObject({ is_chosen: false });

    await trashAs(worker, owner, first);
    await choose(second);
    await restoreAs(worker, owner, [first]);
    expect(await cover()).toMatchObject({ image_id: second, is_chosen: true });

    await choose(first);
    await trashAs(worker, owner, first);
    worker.clock.advance(1000);
    await choose(second);
    await trashAs(worker, owner, second);
    await restoreAs(worker, owner, ids);
    expect(await cover()).toMatchObject({ image_id: second, is_chosen: true });
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });
});
