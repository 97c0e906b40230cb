import { beforeEach, describe, expect, it } from 'vitest';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import {
  addToAlbumAs,
  callAlbums,
  createAlbumAs,
  type ApiAlbum,
} from '../../../support/albums-api.ts';
import { readZip } from '../../../support/archives.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import {
  seedProcessingImage,
  seedPublishedImage,
  type SeededImage,
} from '../../../support/images.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { expectFirstLoad } from '../../../support/share-page-size.ts';
import { trashAs } from '../../../support/trash-api.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

const pathOf = ({ url }: Pick<ApiAlbum, 'url'>): string => new URL(url ?? '').pathname;

const open = (path: string, through: Pick<TestWorker, 'fetch'> = worker, init?: RequestInit) =>
  through.fetch(path, init);

const textOf = async (path: string): Promise<string> => (await open(path)).text();

const statusOf = async (path: string): Promise<number> => {
  const response = await open(path);
  await response.arrayBuffer();
  await worker.settle();
  return response.status;
};

beforeEach(resetState);

describe('an album with a link', () => {
  let owner: Person;
  let album: ApiAlbum;
  let path: string;
  let hidden: SeededImage;
  let shown: SeededImage;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    const { userId } = owner;
    hidden = await seedPublishedImage(worker, { userId, visibility: 'private', filename: 'a.jpg' });
    worker.clock.advance(1000);
    shown = await seedPublishedImage(worker, { userId, filename: 'b.jpg' });
    album = await createAlbumAs(worker, owner, {
      title: 'Sea & <sand>',
      description: 'A "day"',
      visibility: 'link',
    });
    await addToAlbumAs(worker, owner, album.id, [hidden.imageId, shown.imageId]);
    path = pathOf(album);
  });

  it('shows public images under their links and private ones under its own', async () => {
    const response = await open(path);
    const text = await response.text();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(text).toContain('<h1>Sea &amp; &lt;sand&gt;</h1>');
    expect(text).toContain(`/r/480/${shown.uniqueLink}.webp`);
    expect(text).toContain(`${path}/${hidden.imageId}/480.webp`);
    expect(text).not.toContain(hidden.uniqueLink);
    expect(text.indexOf(`${path}/${shown.imageId}"`)).toBeLessThan(
      text.indexOf(`${path}/${hidden.imageId}"`),
    );
    expect(text).toContain('og:image');
    expect(text).toContain(`${path}/${shown.imageId}/1280.webp`);
  });

  it('draws the ThumbHash of the first images below them, unless it would stay visible', async () => {
    const setHash = (imageId: number, hash: string) =>
      worker.env.DB.prepare('UPDATE images SET thumb_hash = ? WHERE id = ?')
        .bind(hash, imageId)
        .run();
    await setHash(hidden.imageId, 'E5gGFIYDiXdGaHika3YIdmJgRg==');
    // With the bit that says that it is transparent.
    await setHash(shown.imageId, 'E5iGFIYDiXdGaHika3YIdmJgRg==');
    const response = await open(path);
    expect(response.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:");
    const cells = (await response.text()).split('<li ').slice(1);
    const blurred = cells.filter((cell) =>
      /^style="[^"]*;background-image:url\(data:image\/png;base64,[^"]+"/u.test(cell),
    );
    expect(cells).toHaveLength(2);
    expect(blurred).toEqual([expect.stringContaining(`${path}/${hidden.imageId}"`)]);
  });

  it('opens each of its images, and leaves the direct links of private ones private', async () => {
    for (const { imageId } of [hidden, shown]) {
      expect(await statusOf(`${path}/${imageId}`)).toBe(200);
      const image = await open(`${path}/${imageId}/published.webp`);
      expect(image.headers.get('Content-Type')).toBe('image/webp');
      expect(image.headers.get('Cache-Control')).toBe('no-store');
      await image.arrayBuffer();
    }
    expect(await textOf(`${path}/${hidden.imageId}`)).not.toContain(hidden.uniqueLink);
    expect(await statusOf(`/i/${hidden.uniqueLink}S.webp`)).toBe(403);
    expect(await statusOf(`/p/${hidden.uniqueLink}S`)).toBe(403);
  });

  it('shows no other image, file or address', async () => {
    const other = await seedPublishedImage(worker, { userId: owner.userId });
    for (const wrong of [
      `${path}/${other.imageId}`,
      `${path}/${other.imageId}/480.webp`,
      `${path}/${shown.imageId}/481.webp`,
      `${path}/${shown.imageId}/master.webp`,
      `${path}/0`,
      `${path}/x/480.webp`,
      `${path}/feed.xml`,
      `${path}x`,
      `/a/${'x'.repeat(22)}`,
      '/a/',
    ]) {
      expect(await statusOf(wrong), wrong).toBe(404);
    }
    expect((await open(path, worker, { method: 'POST' })).status).toBe(405);
    expect(await statusOf(`${path}?after=junk`)).toBe(400);
  });

  it('ends at once when it is withdrawn, private, past its end, deleted or without its owner', async () => {
    const paths = (root: string) => [
      root,
      `${root}/${hidden.imageId}`,
      `${root}/${hidden.imageId}/480.webp`,
      `${root}/images.zip`,
    ];
    const expectAll = async (root: string, status: number) => {
      for (const one of paths(root)) expect(await statusOf(one), one).toBe(status);
    };
    await expectAll(path, 200);
    const change = (fields: object) => callAlbums(worker, owner, 'PATCH', `/${album.id}`, fields);
    const renewed = pathOf((await callAlbums(worker, owner, 'POST', `/${album.id}/link`)).data);
    await expectAll(path, 404);
    await expectAll(renewed, 200);
    await change({ expires_at: new Date(worker.clock.now() + 1000).toISOString() });
    worker.clock.advance(1001);
    await expectAll(renewed, 404);
    await change({ expires_at: null });
    await expectAll(renewed, 200);
    await change({ visibility: 'private' });
    await expectAll(renewed, 404);
    const again = pathOf((await change({ visibility: 'link' })).data);
    const db = worker.env.DB;
    await db.prepare("UPDATE users SET status = 'deleting'").run();
    await expectAll(again, 404);
    await db.prepare("UPDATE users SET status = 'active'").run();
    await expectAll(again, 200);
    await callAlbums(worker, owner, 'DELETE', `/${album.id}`);
    await expectAll(again, 404);
    const page = await open(again, worker, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('No album here');
  });

  it('shows and counts no image that is in the trash, deleted, taken out or unpublished', async () => {
    const inWork = await seedProcessingImage(worker, { userId: owner.userId });
    await addToAlbumAs(worker, owner, album.id, [inWork.imageId]);
    const page = await textOf(path);
    expect(page).not.toContain(`${path}/${inWork.imageId}"`);
    expect(page).toContain('2 photos');
    expect(await statusOf(`${path}/${inWork.imageId}`)).toBe(404);
    await trashAs(worker, owner, hidden.imageId);
    expect(await statusOf(`${path}/${hidden.imageId}/480.webp`)).toBe(404);
    await deleteImageAs(worker, owner, shown.imageId);
    expect(await statusOf(`${path}/${shown.imageId}`)).toBe(404);
    const rest = await textOf(path);
    expect(rest).not.toContain('<li ');
    expect(rest).toContain('This album has no photos yet.');
  });

  it('counts a view of what is wider than 480 pixels, and of nothing else', async () => {
    const counting = createTestWorker({ clock: worker.clock });
    const views: number[] = [];
    counting.services.counters.countView = (id) => void views.push(id);
    const ask = async (rest: string) => {
      const response = await open(path + rest, counting);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    };
    await ask('');
    await ask(`/${hidden.imageId}`);
    await ask(`/${hidden.imageId}/320.webp`);
    await ask(`/${hidden.imageId}/480.webp`);
    await ask('/images.zip');
    expect(views).toEqual([]);
    await ask(`/${hidden.imageId}/published.webp`);
    await ask(`/${hidden.imageId}/640.webp`);
    expect(views).toEqual([hidden.imageId, hidden.imageId]);
  });

  it('is a ZIP of its published images in its order', async () => {
    const response = await open(`${path}/images.zip`);
    expect(response.headers.get('Content-Disposition')).toContain('attachment');
    const entries = await readZip(await response.arrayBuffer());
    expect(entries.map(({ name }) => name)).toEqual([
      `${shown.imageId}-b.webp`,
      `${hidden.imageId}-a.webp`,
    ]);
    const head = await open(`${path}/images.zip`, worker, { method: 'HEAD' });
    expect(head.status).toBe(200);
  });

  it('leaves what is deleted out of a ZIP that is being read, and breaks it off when it is withdrawn', async () => {
    await worker.env.DB.prepare('DELETE FROM album_images').run();
    const ids: number[] = [];
    for (let count = 0; count < 45; count += 1) {
      ids.push((await seedPublishedImage(worker, { userId: owner.userId })).imageId);
    }
    await addToAlbumAs(worker, owner, album.id, ids);
    const kept = await open(`${path}/images.zip`);
    const reader = kept.body?.getReader();
    const chunks = [(await reader?.read())?.value ?? new Uint8Array()];
    await deleteImageAs(worker, owner, ids[0] ?? 0);
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      chunks.push(read.value);
    }
    const names = (await readZip(await new Blob(chunks).arrayBuffer())).map(({ name }) => name);
    expect(names).toHaveLength(44);
    const broken = await open(`${path}/images.zip`);
    const half = broken.body?.getReader();
    await half?.read();
    await callAlbums(worker, owner, 'POST', `/${album.id}/link`);
    const readRest = async () => {
      while ((await half?.read())?.done === false);
    };
    await expect(readRest()).rejects.toThrow();
  }, 60_000);

  it('makes one query for a page or an image and two for a ZIP, and reads each image once', async () => {
    const tally: Tally = { calls: {}, rowsRead: 0, rowsWritten: 0 };
    const counted = createTestWorker({ clock: worker.clock, intercept: countInto(tally) });
    await counted.fetch('/ready');
    const cost = async (address: string) => {
      for (const name of Object.keys(tally.calls)) delete tally.calls[name];
      const response = await open(address, counted);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      return { db: callsAt(tally, 'DB'), bucket: callsAt(tally, 'BUCKET') };
    };
    expect(await cost(path)).toEqual({ db: 1, bucket: 0 });
    expect(await cost(`${path}/${hidden.imageId}`)).toEqual({ db: 1, bucket: 0 });
    const published = await cost(`${path}/${hidden.imageId}/published.webp`);
    expect(published).toEqual({ db: 1, bucket: 1 });
    expect(await cost(`${path}/images.zip`)).toEqual({ db: 2, bucket: 2 });
  });

  it('has pages of 200 images', async () => {
    const { DB } = worker.env;
    // The tests of a file share a database, and images and files count by themselves.
    const last = await DB.prepare(
      'SELECT max((SELECT max(id) FROM images), (SELECT max(id) FROM image_files)) AS id',
    ).first<number>('id');
    const before = last ?? 0;
    await DB.prepare(
      `INSERT INTO image_files (id, size, created_at)
       WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) SELECT ? + i, 0, 0 FROM n`,
    )
      .bind(before)
      .run();
    await DB.prepare(
      `INSERT INTO images (id, user_id, image_file_id, unique_link, title, filename, visibility, pipeline_version,
         processing_status, width, height, file_size, created_at, updated_at, thumb_hash)
       SELECT id, ?, id, printf('L%011d', id), '', 'x.jpg', 'public', 2, 'completed', 4, 3, 1, id, id,
         'E5gGFIYDiXdGaHika3YIdmJgRg=='
       FROM image_files WHERE id > ?`,
    )
      .bind(owner.userId, before)
      .run();
    const ids = Array.from({ length: 250 }, (_, index) => before + 1 + index);
    await addToAlbumAs(worker, owner, album.id, ids);
    const first = await textOf(path);
    expect(first.match(/<li /gu)).toHaveLength(200);
    expectFirstLoad(first);
    const [, next = ''] = /href="([^"]+)" rel="next"/u.exec(first) ?? [];
    const second = await textOf(next);
    expect(second.match(/<li /gu)).toHaveLength(52);
    expect(second).not.toContain('rel="next"');
  });
});

describe('a public album', () => {
  it('has a feed that is well-formed whatever its texts, and may be indexed if its owner wants', async () => {
    const owner = await registerAndLogin(worker);
    const { userId } = owner;
    const { imageId, uniqueLink } = await seedPublishedImage(worker, { userId });
    const description = ']]> & "quotes" <b>\u0001';
    await worker.env.DB.prepare('UPDATE images SET description = ?').bind(description).run();
    const album = await createAlbumAs(worker, owner, { title: '<A> & B', visibility: 'public' });
    await addToAlbumAs(worker, owner, album.id, [imageId]);
    const path = pathOf(album);
    const response = await open(`${path}/feed.xml`);
    expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, no-cache');
    const feed = await response.text();
    expect(feed).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<rss version="2\.0"/u);
    expect(feed).toContain('<title>&lt;A&gt; &amp; B</title>');
    expect(feed).toContain(`${path}/${imageId}</guid>`);
    expect(feed).toContain(`/r/480/${uniqueLink}.webp`);
    expect(feed).toContain(
      '&lt;p&gt;]]&amp;gt; &amp;amp; &amp;quot;quotes&amp;quot; &amp;lt;b&amp;gt;&lt;/p&gt;',
    );
    expect(feed).not.toContain('\u0001');
    const robots = async () => (await open(path)).headers.get('X-Robots-Tag');
    expect(await robots()).toBe('noindex');
    await worker.env.DB.prepare('UPDATE users SET share_indexed = 1').run();
    expect(await robots()).toBeNull();
    expect(await textOf(path)).toContain('application/rss+xml');
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { visibility: 'link' });
    expect(await statusOf(`${path}/feed.xml`)).toBe(404);
    expect(await robots()).toBe('noindex');
  });
  it('has a feed that caches ask for each time, and that ends with the link', async () => {
    const owner = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId: owner.userId });
    const album = await createAlbumAs(worker, owner, { visibility: 'public' });
    await addToAlbumAs(worker, owner, album.id, [imageId]);
    const path = `${pathOf(album)}/feed.xml`;
    const first = await open(path);
    const etag = first.headers.get('ETag') ?? '';
    expect((await first.text()).length).toBeGreaterThan(0);
    const ask = async () => {
      const response = await open(path, worker, { headers: { 'If-None-Match': etag } });
      return { status: response.status, text: await response.text() };
    };
    expect(await ask()).toEqual({ status: 304, text: '' });
    await callAlbums(worker, owner, 'PATCH', `/${album.id}`, { title: 'Renamed' });
    expect(await ask()).toMatchObject({ status: 200, text: expect.stringContaining('Renamed') });
    await callAlbums(worker, owner, 'POST', `/${album.id}/link`);
    expect((await ask()).status).toBe(404);
  });
  it('never says where an image was taken, on its page, its images’ pages or in its feed', async () => {
    const owner = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId: owner.userId });
    await worker.env.DB.prepare('UPDATE users SET share_camera = 1, keep_location = 1').run();
    const exposure = packTaken({
      camera: { name: 'X100V', iso: 400 },
      location: { latitude: 48.13743, longitude: 11.57549 },
    });
    await worker.env.DB.prepare('UPDATE images SET exposure = ?, camera = ?')
      .bind(exposure.exposure, exposure.camera)
      .run();
    const album = await createAlbumAs(worker, owner, { visibility: 'public' });
    await addToAlbumAs(worker, owner, album.id, [imageId]);
    const path = pathOf(album);
    const texts = await Promise.all(
      [path, `${path}/${imageId}`, `${path}/feed.xml`].map((each) => textOf(each)),
    );
    expect(texts[1]).toContain('X100V');
    for (const text of texts) expect(text).not.toMatch(/48[.,]137|11[.,]575/u);
  });
});
