import { beforeEach, describe, expect, it } from 'vitest';
import { addToAlbum } from '../../../../src/worker/domain/albums/album-members.ts';
import { createAlbum } from '../../../../src/worker/domain/albums/create-album.ts';
import { deleteAlbum } from '../../../../src/worker/domain/albums/delete-album.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { repairFinding } from '../../../../src/worker/domain/consistency/repair-finding.ts';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import { ALBUM_IMAGES_MAX, ALBUMS_MAX } from '../../../../src/shared/entry-rules.ts';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import { call } from '../../../support/api-call.ts';
import {
  addToAlbumAs,
  callAlbums,
  createAlbumAs,
  listAlbumAs,
  readAlbumAs,
  type ApiAlbum,
} from '../../../support/albums-api.ts';
import { findInconsistencies } from '../../../support/consistency.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { callsAt, countInto, crashAt, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { recover } from '../../../support/publication.ts';
import { resetState } from '../../../support/reset-state.ts';
import { listFindings } from '../../../support/states.ts';
import { restoreAs, trashAs } from '../../../support/trash-api.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();
const { DB } = worker.env;

const run = (text: string, ...values: (string | number)[]) =>
  DB.prepare(text)
    .bind(...values)
    .run();

const seedImages = async ({ userId }: Person, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    worker.clock.advance(1000);
    ids.push((await seedPublishedImage(worker, { userId })).imageId);
  }
  return ids;
};

beforeEach(resetState);

describe('an album', () => {
  let owner: Person;
  let album: ApiAlbum;
  let ids: number[];

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    ids = await seedImages(owner, 5);
    album = await createAlbumAs(worker, owner);
  });

  it('is private, empty and without a link at first', () => {
    expect(album).toMatchObject({
      title: 'Harbours',
      visibility: 'private',
      order: 'newest',
      url: null,
      image_count: 0,
      cover: null,
    });
  });

  it('has no end while it is private', async () => {
    const end = { expires_at: new Date(worker.clock.now() + 1000).toISOString() };
    const made = await createAlbumAs(worker, owner, end);
    worker.clock.advance(2000);
    const shared = await callAlbums(worker, owner, 'PATCH', `/${made.id}`, { visibility: 'link' });
    expect([made, shared.data]).toMatchObject([{ expires_at: null }, { expires_at: null }]);
    const ending = await createAlbumAs(worker, owner, {
      visibility: 'link',
      expires_at: '2099-01-01T00:00:00Z',
    });
    expect(ending).toMatchObject({ expires_at: '2099-01-01T00:00:00.000Z' });
  });

  it('is made once by requests with the same key, also when they come at once', async () => {
    const make = () =>
      callAlbums(worker, owner, 'POST', '', { title: 'Once' }, { 'Idempotency-Key': 'k' });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('has an image once, however often it is added', async () => {
    await addToAlbumAs(worker, owner, album.id, [ids[0] ?? 0, ids[0] ?? 0]);
    const added = await Promise.all(
      [1, 2, 3].map(() => addToAlbumAs(worker, owner, album.id, ids.slice(0, 2))),
    );
    for (const { data } of added)
      expect(data).toEqual({ image_ids: ids.slice(0, 2), image_count: 2 });
    expect(await listAlbumAs(worker, owner, album.id)).toEqual(ids.slice(0, 2).toReversed());
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('lists its images by date in both directions, in pages', async () => {
    await addToAlbumAs(worker, owner, album.id, ids.toReversed());
    expect(await listAlbumAs(worker, owner, album.id, 2)).toEqual(ids.toReversed());
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'oldest' });
    expect(await listAlbumAs(worker, owner, album.id, 2)).toEqual(ids);
  });

  it('shows its owner where an image was taken, as the library does', async () => {
    const [first = 0] = ids;
    const taken = packTaken({ location: { latitude: 53.5, longitude: 9.9 } });
    await run('UPDATE images SET exposure = ? WHERE id = ?', taken.exposure ?? '', first);
    await addToAlbumAs(worker, owner, album.id, [first]);
    const lists = ['/albums/' + String(album.id) + '/images', '/images/?sort=created_at&limit=1'];
    for (const path of lists) {
      const { data } = await call<{ images: unknown[] }>(worker, owner, 'GET', path);
      expect(data.images[0], path).toMatchObject({
        id: first,
        location: { latitude: 53.5, longitude: 9.9 },
      });
    }
  });

  it('pages images of one moment, each once', async () => {
    await run('UPDATE images SET created_at = 5');
    await addToAlbumAs(worker, owner, album.id, ids);
    expect(await listAlbumAs(worker, owner, album.id, 1)).toEqual(ids.toReversed());
  });

  it('refuses a cursor of an order that it no longer has', async () => {
    await addToAlbumAs(worker, owner, album.id, ids);
    const page = await callAlbums<{ next_cursor: string }>(
      worker,
      owner,
      'GET',
      `/${album.id}/images?limit=2`,
    );
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'oldest' });
    const path = `/${album.id}/images?limit=2&cursor=${page.data.next_cursor}`;
    expect(await callAlbums(worker, owner, 'GET', path)).toMatchObject({ code: 3000 });
  });

  it('shows its first image as cover, or the one that its owner chose while it is there', async () => {
    await addToAlbumAs(worker, owner, album.id, ids);
    const [first = 0] = ids;
    expect((await readAlbumAs(worker, owner, album.id)).cover).toMatchObject({
      image_id: ids[4],
      is_chosen: false,
    });
    const choose = (id: number | null) =>
      callAlbums(worker, owner, 'PATCH', `/${album.id}`, { cover_image_id: id });
    expect((await choose(first)).data.cover).toMatchObject({ image_id: first, is_chosen: true });
    const [foreign = 0] = await seedImages(owner, 1);
    expect(await choose(foreign)).toMatchObject({ status: 404, code: 4041 });
    await callAlbums(worker, owner, 'POST', `/${album.id}/images/remove`, { image_ids: [first] });
    expect((await readAlbumAs(worker, owner, album.id)).cover).toMatchObject({
      image_id: ids[4],
      is_chosen: false,
    });
  });

  it('gets another link when it is shared again, and none while it is private', async () => {
    const change = async (fields: object) =>
      (await callAlbums(worker, owner, 'PATCH', `/${album.id}`, fields)).data;
    const shared = await change({ visibility: 'link' });
    expect(shared.url).toMatch(/\/a\/[0-9A-Za-z]{22}$/u);
    expect((await change({ visibility: 'public' })).url).toBe(shared.url);
    const renewed = await callAlbums(worker, owner, 'POST', `/${album.id}/link`);
    expect(renewed.data.url).not.toBe(shared.url);
    expect((await change({ visibility: 'private' })).url).toBeNull();
    expect((await change({ visibility: 'link' })).url).not.toBe(renewed.data.url);
    await change({ visibility: 'private' });
    expect(await callAlbums(worker, owner, 'POST', `/${album.id}/link`)).toMatchObject({
      code: 3000,
    });
    expect(
      await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { expires_at: '2020-01-01T00:00Z' }),
    ).toMatchObject({ code: 3000 });
  });

  it('is unknown to others, administrators included, and takes none of their images', async () => {
    const other = await registerAndLogin(worker);
    await run("UPDATE users SET role = 'admin' WHERE id = ?", other.userId);
    const choice = { image_ids: ids };
    for (const [method, path, json] of [
      ['GET', ''],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', ''],
      ['POST', '/link'],
      ['GET', '/images'],
      ['POST', '/images', choice],
      ['POST', '/images/remove', choice],
      ['POST', '/images/move', { ...choice, before: null }],
    ] as const) {
      const answer = await callAlbums(worker, other, method, `/${album.id}${path}`, json);
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, code: 4041 });
    }
    const foreign = await seedImages(other, 1);
    const added = await addToAlbumAs(worker, owner, album.id, [...foreign, 999_999]);
    expect(added.data).toEqual({ image_ids: [], image_count: 0 });
  });

  it('is the last one that fits at 10,000 albums, and full at 100,000 images', async () => {
    await run('UPDATE users SET album_count = ? WHERE id = ?', ALBUMS_MAX, owner.userId);
    const refused = await callAlbums(worker, owner, 'POST', '', { title: 'One too many' });
    expect(refused).toMatchObject({ status: 400, code: 3000 });
    await run('UPDATE albums SET image_count = ?', ALBUM_IMAGES_MAX - 1);
    expect(await addToAlbumAs(worker, owner, album.id, ids.slice(0, 2))).toMatchObject({
      code: 3000,
    });
    expect(await addToAlbumAs(worker, owner, album.id, ids.slice(0, 1))).toMatchObject({
      data: { image_count: ALBUM_IMAGES_MAX },
    });
    expect(await addToAlbumAs(worker, owner, album.id, ids.slice(0, 1))).toMatchObject({
      code: 0,
    });
  });

  it('leaves nothing behind when it is deleted, twice and in parts', async () => {
    await addToAlbumAs(worker, owner, album.id, ids);
    // As if it were so large that one batch does not hold it.
    await run('UPDATE albums SET image_count = 6000');
    const drop = () => callAlbums(worker, owner, 'DELETE', `/${album.id}`);
    const answers = await Promise.all([drop(), drop()]);
    expect(answers.map(({ code }) => code)).toContain(0);
    expect(await drop()).toMatchObject({ code: 4041 });
    const { results } = await DB.prepare('SELECT * FROM album_images').all();
    expect(results).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it('cannot be changed while the account is to be deleted', async () => {
    await run("UPDATE users SET status = 'pending_deletion' WHERE id = ?", owner.userId);
    const { services } = worker;
    const actor = { userId: owner.userId };
    for (const write of [
      addToAlbum(services, actor, album.id, ids),
      deleteAlbum(services, actor, album.id),
    ]) {
      await expect(write).rejects.toMatchObject({ reason: 'account_locked' });
    }
  });

  it('goes with its account', async () => {
    await addToAlbumAs(worker, owner, album.id, ids);
    await run(
      "UPDATE users SET status = 'deleting', deletion_due_at = 1 WHERE id = ?",
      owner.userId,
    );
    await run('UPDATE site_totals SET active_users = active_users - 1');
    await recover(worker, 20);
    for (const table of ['albums', 'album_images', 'users']) {
      expect((await DB.prepare(`SELECT * FROM ${table}`).all()).results, table).toEqual([]);
    }
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});

describe('images of albums', () => {
  let owner: Person;
  let album: ApiAlbum;
  let ids: number[];

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    ids = await seedImages(owner, 3);
    album = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, album.id, ids);
    const [first = 0] = ids;
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { cover_image_id: first });
  });

  it('leave all albums and their counts when they are deleted', async () => {
    const other = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, other.id, ids.slice(0, 1));
    await deleteImageAs(worker, owner, ids[0] ?? 0);
    expect(await readAlbumAs(worker, owner, album.id)).toMatchObject({
      image_count: 2,
      cover: { image_id: ids[2], is_chosen: false },
    });
    expect((await readAlbumAs(worker, owner, other.id)).image_count).toBe(0);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('leave them for the trash, and come back to their places', async () => {
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'manual' });
    const [first = 0, second = 0, third = 0] = ids;
    const move = { image_ids: [third], before: second };
    await callAlbums(worker, owner, 'POST', `/${album.id}/images/move`, move);
    const order = await listAlbumAs(worker, owner, album.id);
    const gone = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, gone.id, ids);
    await trashAs(worker, owner, third);
    await trashAs(worker, owner, first);
    expect(await listAlbumAs(worker, owner, album.id)).toEqual([second]);
    expect((await readAlbumAs(worker, owner, album.id)).image_count).toBe(1);
    await callAlbums(worker, owner, 'DELETE', `/${gone.id}`);
    await restoreAs(worker, owner, [first, third]);
    await restoreAs(worker, owner, [first, third]);
    expect(await listAlbumAs(worker, owner, album.id)).toEqual(order);
    expect((await readAlbumAs(worker, owner, album.id)).image_count).toBe(3);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await listFindings(worker)).toEqual([]);
  });

  it('are added or deleted, never both, when both happen at once', async () => {
    const [first = 0] = ids;
    const { services } = worker;
    const actor = { kind: 'web', userId: owner.userId } as const;
    const other = await createAlbumAs(worker, owner);
    await Promise.all([
      addToAlbum(services, actor, other.id, ids),
      deleteImage(services, actor, first),
      addToAlbum(services, actor, other.id, [first]),
    ]);
    expect(await listAlbumAs(worker, owner, other.id)).toEqual(ids.slice(1).toReversed());
    expect((await readAlbumAs(worker, owner, other.id)).image_count).toBe(2);
    expect(await findInconsistencies(worker)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'are right after each write that stops %s any of its operations, and its repetition',
    async (moment) => {
      const { userId } = owner;
      const fields = { description: '', visibility: 'link', order: 'newest' } as const;
      const made = { ...fields, title: 'Half', expiresAt: null, requestKey: 'half' };
      for (let index = 0; ; index += 1) {
        const crash = crashAt(index, moment);
        const dying = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        const work = async ({ services }: typeof worker) => {
          const { album: half } = await createAlbum(services, { userId }, made);
          await addToAlbum(services, { userId }, half.id, ids);
          return half;
        };
        const isDone = await work(dying).then(
          () => true,
          () => false,
        );
        expect(await findInconsistencies(worker)).toEqual([]);
        const half = await work(worker);
        expect((await readAlbumAs(worker, owner, half.id)).image_count).toBe(3);
        await deleteAlbum(worker.services, { userId }, half.id);
        if (isDone) return;
      }
    },
  );

  it('are put right by fsck', async () => {
    const stranger = await registerAndLogin(worker);
    const [foreign = 0] = await seedImages(stranger, 1);
    await run('INSERT INTO album_images VALUES (?, ?, 1, 1, 1)', album.id, foreign);
    await run('UPDATE albums SET image_count = 9, cover_image_id = 77');
    await run('UPDATE users SET album_count = 4');
    const findings = [];
    for await (const finding of checkConsistency(worker.services)) findings.push(finding);
    const subjects = new Set(findings.map(({ subject, problem }) => `${subject} ${problem}`));
    expect(subjects.size).toBe(5);
    for (const { repair } of findings) {
      if (repair !== null) await repairFinding(worker.services, repair);
    }
    expect(await listFindings(worker)).toEqual([]);
    expect(await findInconsistencies(worker)).toEqual([]);
    expect(await readAlbumAs(worker, owner, album.id)).toMatchObject({ image_count: 3 });
  });
});

describe('what albums cost', () => {
  it('does not grow with them: one or two round trips, and no more rows than a page', async () => {
    const owner = await registerAndLogin(worker);
    const ids = await seedImages(owner, 30);
    const album = await createAlbumAs(worker, owner);
    await addToAlbumAs(worker, owner, album.id, ids);
    for (let count = 0; count < 30; count += 1) await createAlbumAs(worker, owner);
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    const cost = async (method: string, path: string, json?: unknown) => {
      for (const name of Object.keys(tally.calls)) delete tally.calls[name];
      Object.assign(tally, { rowsRead: 0, rowsWritten: 0 });
      const answer = await callAlbums<{ next_cursor: string }>(counted, owner, method, path, json);
      expect(answer.code, `${method} ${path}`).toBe(0);
      return { trips: callsAt(tally, 'DB'), ...tally, next: answer.data?.next_cursor };
    };
    const albums = await cost('GET', '?limit=3');
    expect(albums.trips).toBe(1);
    expect(albums.rowsRead).toBeLessThan(20);
    const first = await cost('GET', `/${album.id}/images?limit=3`);
    expect(first.trips).toBe(1);
    expect(first.rowsRead).toBeLessThan(25);
    const next = await cost('GET', `/${album.id}/images?limit=3&cursor=${first.next}`);
    expect(next.trips).toBe(1);
    expect(next.rowsRead).toBeLessThan(16);
    const added = await cost('POST', `/${album.id}/images`, { image_ids: ids.slice(0, 2) });
    expect(added.trips).toBe(1);
    expect(added.rowsRead).toBeLessThan(40);
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { order: 'manual' });
    const move = { image_ids: ids.slice(5, 7), before: ids[20] };
    const moved = await cost('POST', `/${album.id}/images/move`, move);
    expect(moved.trips).toBe(3);
    expect(moved.rowsWritten).toBeLessThanOrEqual(6);
    const removed = await cost('POST', `/${album.id}/images/remove`, {
      image_ids: ids.slice(0, 1),
    });
    expect(removed.trips).toBe(1);
    expect(removed.rowsWritten).toBeLessThanOrEqual(6);
    expect((await cost('PATCH', `/${album.id}`, { title: 'Ships' })).trips).toBe(1);
    expect((await cost('DELETE', `/${album.id}`)).trips).toBe(1);
    expect(await findInconsistencies(worker)).toEqual([]);
  });
});
