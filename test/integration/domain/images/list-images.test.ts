import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_SORTS } from '../../../../src/worker/http/api/images/list-sorts.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import {
  addImages,
  listAll,
  listPage,
  mixedImages,
  type WireImage,
} from '../../../support/lists.ts';
import { mistype } from '../../../support/mistype.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();
let reader: Person;

beforeAll(async () => {
  reader = await registerAndLogin(worker);
});

const KEYS: Record<string, (image: WireImage) => string | number> = {
  created_at: ({ created_at }) => created_at,
  taken_at: ({ taken_at, created_at }) => (taken_at ?? created_at).slice(0, 19),
  view_count: ({ view_count }) => view_count,
  file_size: ({ file_size }) => file_size,
  title: ({ title }) => title.toLowerCase(),
};

/** The expected order: by value, then by id, both in the same direction. */
const inOrder = (images: readonly WireImage[], sort: string): number[] => {
  const keyOf = KEYS[sort.replace('-', '')];
  if (keyOf === undefined) throw new Error(sort);
  const sign = sort.startsWith('-') ? -1 : 1;
  return images
    .toSorted((a, b) => {
      const [left, right] = [keyOf(a), keyOf(b)];
      return sign * (left < right ? -1 : left > right ? 1 : a.id - b.id);
    })
    .map(({ id }) => id);
};

const clear = async ({ userId }: Person): Promise<void> => {
  await worker.env.DB.prepare('DELETE FROM images WHERE user_id = ?').bind(userId).run();
};

describe('the list of images', () => {
  it('is empty for a user without images', async () => {
    const person = await registerAndLogin(worker);
    const { data } = await listPage(worker, person);
    expect(data).toEqual({ images: [], next_cursor: '', has_more: false });
  });

  it('has every field of an image, with its alias by visibility', async () => {
    const person = await registerAndLogin(worker);
    const seeds = {
      public: await seedPublishedImage(worker, { userId: person.userId, filename: 'A b.jpg' }),
      private: await seedPublishedImage(worker, { userId: person.userId, visibility: 'private' }),
      inWork: await seedProcessingImage(worker, { userId: person.userId }),
    };
    const { data } = await listPage(worker, person);
    const timestamp = new Date(worker.clock.now()).toISOString();
    expect(data.images.find(({ id }) => id === seeds.public.imageId)).toEqual({
      id: seeds.public.imageId,
      user_id: person.userId,
      image_file_id: seeds.public.imageFileId,
      unique_link: seeds.public.uniqueLink,
      title: 'A b.jpg',
      filename: 'A b.jpg',
      description: '',
      alt_text: '',
      visibility: 'public',
      pipeline_version: 2,
      processing_status: 'completed',
      asset_link: seeds.public.uniqueLink,
      view_count: 0,
      width: expect.any(Number),
      height: expect.any(Number),
      file_size: expect.any(Number),
      created_at: timestamp,
      updated_at: timestamp,
      thumb_hash: null,
      taken_at: null,
      camera: null,
      location: null,
    });
    expect(data.images.find(({ id }) => id === seeds.private.imageId)).toMatchObject({
      visibility: 'private',
      asset_link: `${seeds.private.uniqueLink}S`,
    });
    expect(data.images.find(({ id }) => id === seeds.inWork.imageId)).toMatchObject({
      processing_status: 'pending',
      asset_link: null,
    });
  });

  it('holds only the caller’s own images, for an administrator too', async () => {
    const [person, admin] = [await registerAndLogin(worker), await registerAndLogin(worker)];
    await worker.env.DB.prepare("UPDATE users SET role = 'admin' WHERE id = ?")
      .bind(admin.userId)
      .run();
    await addImages(worker, person.userId, mixedImages(2));
    expect((await listPage(worker, admin)).data.images).toEqual([]);
    expect((await listPage(worker, person)).data.images).toHaveLength(2);
  });

  it('starts with the newest and returns 20 images a page', async () => {
    const person = await registerAndLogin(worker);
    await addImages(worker, person.userId, mixedImages(45));
    const first = await listPage(worker, person);
    expect(first.data.images).toHaveLength(20);
    expect(first.data.has_more).toBe(true);
    const all = await listAll(worker, person);
    expect(all.map(({ id }) => id)).toEqual(inOrder(all, '-created_at'));
    expect(all).toHaveLength(45);
  });

  it.each(LIST_SORTS)('sorts by %s, then by id, over all pages', async (sort) => {
    await clear(reader);
    const ids = await addImages(worker, reader.userId, mixedImages(20));
    for (const visibility of ['', 'public', 'private']) {
      const wanted = await listAll(worker, reader, { sort, visibility, limit: '100' });
      expect(wanted.map(({ id }) => id)).toEqual(inOrder(wanted, sort));
      expect(wanted).toHaveLength(visibility === '' ? ids.length : ids.length / 2);
      for (const limit of ['1', '7']) {
        const paged = await listAll(worker, reader, { sort, visibility, limit });
        expect(paged).toEqual(wanted);
      }
    }
  });

  it('filters by visibility', async () => {
    const person = await registerAndLogin(worker);
    await addImages(worker, person.userId, mixedImages(8));
    for (const visibility of ['public', 'private']) {
      const { data } = await listPage(worker, person, { visibility });
      expect(data.images).toHaveLength(4);
      expect(data.images.every((image) => image.visibility === visibility)).toBe(true);
    }
  });

  it('ends without an empty page when the last one is full', async () => {
    const person = await registerAndLogin(worker);
    await addImages(worker, person.userId, mixedImages(10));
    const first = await listPage(worker, person, { limit: '5' });
    const last = await listPage(worker, person, { limit: '5', cursor: first.data.next_cursor });
    expect(last.data).toMatchObject({ next_cursor: '', has_more: false });
    expect(last.data.images).toHaveLength(5);
  });

  it.each([
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: '' },
    { limit: 'all' },
    { sort: 'updated_at' },
    { sort: '--title' },
    { sort: '' },
    { sort: 'title; DROP TABLE images' },
    { visibility: 'hidden' },
    { search: 'a'.repeat(256) },
  ])('answers 3000 to %o', async (query) => {
    expect(await listPage(worker, reader, query)).toMatchObject({ status: 400, code: 3000 });
  });

  it('requires a session', async () => {
    const response = await worker.fetch('/api/v1/images/');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 4010 });
  });
});

describe('the cursor of a list', () => {
  it('is refused by a list with another sort, visibility, search or owner', async () => {
    const [person, other] = [await registerAndLogin(worker), await registerAndLogin(worker)];
    await addImages(worker, person.userId, mixedImages(24));
    const query = { limit: '1', sort: 'title', visibility: 'public', search: 'x' };
    const { data } = await listPage(worker, person, query);
    const cursor = data.next_cursor;
    expect(cursor).not.toBe('');
    expect(await listPage(worker, person, { ...query, limit: '9', cursor })).toMatchObject({
      status: 200,
    });
    for (const changed of [
      { sort: '-title' },
      { sort: 'created_at' },
      { visibility: '' },
      { visibility: 'private' },
      { search: '' },
      { search: 'y' },
    ]) {
      expect(await listPage(worker, person, { ...query, ...changed, cursor })).toMatchObject({
        status: 400,
        code: 3000,
      });
    }
    expect(await listPage(worker, other, { ...query, cursor })).toMatchObject({ code: 3000 });
  });

  it('is refused when any of its characters is changed or when it is junk', async () => {
    const person = await registerAndLogin(worker);
    await addImages(worker, person.userId, mixedImages(2));
    const { data } = await listPage(worker, person, { limit: '1' });
    const cursor = data.next_cursor;
    const changed = Array.from(cursor, (_, index) => mistype(cursor, index));
    const junk = ['x', '..', 'a.b.c', 'test.W10.AAAA', `${cursor}A`, cursor.slice(1), '💥', '%00'];
    for (const bad of [...changed, ...junk]) {
      expect(await listPage(worker, person, { limit: '1', cursor: bad })).toMatchObject({
        status: 400,
        code: 3000,
      });
    }
  });

  it('may be as long as that of the longest title, and hardly longer', async () => {
    const person = await registerAndLogin(worker);
    const titles = ['\u0001', '💾', '漢'].map((character) => character.repeat(200));
    await addImages(
      worker,
      person.userId,
      titles.map((title) => ({ title })),
    );
    const all = await listAll(worker, person, { sort: 'title', limit: '1' });
    expect(all.map(({ title }) => title)).toEqual(titles.toSorted());
    expect(await listPage(worker, person, { cursor: 'x'.repeat(2049) })).toMatchObject({
      status: 400,
      code: 3000,
      message: expect.stringContaining('cursor') as string,
    });
  });

  it('continues at its position, even when the image there was deleted', async () => {
    const person = await registerAndLogin(worker);
    const ids = await addImages(worker, person.userId, mixedImages(6));
    const all = await listAll(worker, person, { sort: 'title' });
    const { data } = await listPage(worker, person, { sort: 'title', limit: '2' });
    const last = data.images.at(-1)?.id ?? 0;
    await worker.env.DB.prepare('DELETE FROM images WHERE id = ?').bind(last).run();
    const rest = await listPage(worker, person, { sort: 'title', cursor: data.next_cursor });
    expect(rest.data.images).toEqual(all.slice(2));
    expect(ids).toContain(last);
  });
});

describe('paging while images are added and deleted', () => {
  it.each(LIST_SORTS)('returns each remaining image exactly once under %s', async (sort) => {
    const person = reader;
    await clear(person);
    const stays = await addImages(worker, person.userId, mixedImages(40));
    const goes = await addImages(worker, person.userId, mixedImages(15));
    const seen = await listAll(worker, person, { sort, limit: '3' }, async (page) => {
      await addImages(worker, person.userId, mixedImages(4).slice(page % 4));
      const leaving = goes.shift();
      if (leaving === undefined) return;
      await worker.env.DB.prepare('DELETE FROM images WHERE id = ?').bind(leaving).run();
    });
    const times = new Map<number, number>();
    for (const { id } of seen) times.set(id, (times.get(id) ?? 0) + 1);
    expect(stays.map((id) => times.get(id))).toEqual(stays.map(() => 1));
    expect(Math.max(...times.values())).toBe(1);
    expect(seen.map(({ id }) => id)).toEqual(inOrder(seen, sort));
  });
});
