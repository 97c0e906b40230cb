import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import {
  privateImage,
  publicImage,
  setVisibility,
  type Scene,
} from '../../../support/image-scene.ts';
import { convertImage, seedLegacyImage } from '../../../support/legacy-images.ts';
import { makeGif } from '../../../support/craft-images.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { mistype } from '../../../support/mistype.ts';
import { registerAndLogin } from '../../../support/people.ts';
import {
  changeLink,
  listLinks,
  open,
  pathOf,
  revokeLink,
  share,
  tokenOf,
} from '../../../support/share-links.ts';
import { registerAdmin } from '../../../support/states.ts';
import { createTestWorker } from '../../../support/worker.ts';

const HOUR_MS = 3_600_000;

const PERSON = { headers: { Accept: 'text/html' } };

describe('a share link', () => {
  it('shows the published image to anybody, whatever the visibility, and through its changes', async () => {
    const scene = await privateImage();
    const { url, image_url } = (await share(scene)).data;
    const stored = await scene.worker.env.BUCKET.get(scene.image.keys.publish);
    for (const visibility of ['private', 'public', 'private']) {
      await setVisibility(scene, visibility);
      const answer = await scene.worker.fetch(pathOf(image_url));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('image/webp');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('CDN-Cache-Control')).toBe('no-store');
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(bytes).toHaveLength(stored?.size ?? -1);
      const page = await scene.worker.fetch(pathOf(url), PERSON);
      expect(page.status).toBe(200);
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      expect(await page.text()).toContain(`src="${pathOf(image_url)}"`);
    }
  });

  it('answers ranges and conditions, and HEAD as GET', async () => {
    const scene = await privateImage();
    const path = pathOf((await share(scene)).data.image_url);
    const whole = await scene.worker.fetch(path);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const part = await scene.worker.fetch(path, { headers: { Range: 'bytes=4-9' } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10));
    const etag = whole.headers.get('ETag') ?? '';
    expect((await scene.worker.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    );
    const head = await scene.worker.fetch(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Length')).toBe(String(bytes.length));
    expect(await head.text()).toBe('');
  });

  it('shows the original of a moving GIF, whose WebP has only its first frame', async () => {
    const worker = createTestWorker();
    const owner = await registerAndLogin(worker);
    const image = await seedLegacyImage(worker, {
      userId: owner.userId,
      original: { bytes: Uint8Array.from(makeGif(4, 3, 2)), mimeType: 'image/gif' },
      webp: { bytes: WEBP.lossy, mimeType: 'image/webp' },
    });
    const path = `/images/${String(image.imageId)}/links`;
    const { data } = await call<{ image_url: string }>(worker, owner, 'POST', path);
    const answer = await worker.fetch(pathOf(data.image_url));
    expect(answer.headers.get('Content-Type')).toBe('image/gif');
    await answer.arrayBuffer();
  });

  it('shows the WebP of a pipeline-1 image, and its original while there is none', async () => {
    const worker = createTestWorker();
    const owner = await registerAndLogin(worker);
    const image = await seedLegacyImage(worker, {
      userId: owner.userId,
      visibility: 'private',
      original: await convertImage(WEBP.lossy, 'image/png'),
      webp: { bytes: WEBP.lossy, mimeType: 'image/webp' },
    });
    const path = `/images/${String(image.imageId)}/links`;
    const { data } = await call<{ image_url: string }>(worker, owner, 'POST', path);
    const answer = await worker.fetch(pathOf(data.image_url));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('image/webp');
    await answer.arrayBuffer();
    await worker.env.DB.prepare("DELETE FROM image_variants WHERE kind = 'webp'").run();
    const original = await worker.fetch(pathOf(data.image_url));
    expect(original.headers.get('Content-Type')).toBe('image/png');
    await original.arrayBuffer();
  });

  it('counts its image as a view, and its page as none', async () => {
    const scene = await privateImage(createTestWorker({ vars: { COUNTER_GATHER_MS: '1' } }));
    const { worker, image } = scene;
    const counted: number[] = [];
    const { counters } = worker.services;
    counters.countView = (id) => counted.push(id);
    const { url, image_url } = (await share(scene)).data;
    await open(scene, url);
    await open(scene, image_url, { method: 'HEAD' });
    expect(counted).toEqual([]);
    await open(scene, image_url);
    expect(counted).toEqual([image.imageId]);
  });

  it('is refused from its end on (4037), and shown again with a later one', async () => {
    const scene = await publicImage();
    const { worker } = scene;
    const expires_at = new Date(worker.clock.now() + HOUR_MS).toISOString();
    const { id, url, image_url } = (await share(scene, { expires_at })).data;
    worker.clock.advance(HOUR_MS - 1);
    expect([await open(scene, url), await open(scene, image_url)]).toEqual([0, 0]);
    worker.clock.advance(1);
    expect([await open(scene, url), await open(scene, image_url)]).toEqual([4037, 4037]);
    const later = new Date(worker.clock.now() + HOUR_MS).toISOString();
    expect((await changeLink(scene, id, { expires_at: later })).data.expires_at).toBe(later);
    expect(await open(scene, image_url)).toBe(0);
    expect((await changeLink(scene, id, { expires_at: null })).data.expires_at).toBeNull();
    worker.clock.advance(10 * HOUR_MS);
    expect(await open(scene, image_url)).toBe(0);
  });

  it('is revoked apart from the others (4042), and unknown as a forgery (4041)', async () => {
    const scene = await publicImage();
    const [first, second] = [(await share(scene)).data, (await share(scene)).data];
    expect((await revokeLink(scene, first.id)).data).toEqual({
      image_id: scene.image.imageId,
      link_id: first.id,
    });
    expect([await open(scene, first.url), await open(scene, first.image_url)]).toEqual([
      4042, 4042,
    ]);
    expect(await open(scene, second.image_url)).toBe(0);
    expect((await revokeLink(scene, first.id)).code).toBe(4041);
    for (const url of [
      mistype(second.url, -3),
      'https://tintype.test/s/?token=junk',
      'https://tintype.test/s/',
      `https://tintype.test/s/${tokenOf(second.url)}`,
      second.image_url.replace('image.webp', 'image.png'),
    ]) {
      expect(await open(scene, url), url).toBe(4041);
    }
  });

  it('gives 4042 among the last 20 revoked ones of an image, and 4041 before them', async () => {
    const scene = await publicImage(createTestWorker({ vars: { IMAGE_WRITES_PER_MINUTE: '999' } }));
    const urls: string[] = [];
    for (let index = 0; index < 23; index += 1) {
      scene.worker.clock.advance(1);
      const { id, url } = (await share(scene)).data;
      urls.push(url);
      await revokeLink(scene, id);
    }
    const codes = await Promise.all(urls.map((url) => open(scene, url)));
    expect(codes).toEqual([...Array<number>(3).fill(4041), ...Array<number>(20).fill(4042)]);
  });

  it('is a token of its own kind: it opens no direct link, nor does an image token open it', async () => {
    const scene = await privateImage();
    const { data } = await call<{ token: string }>(
      scene.worker,
      scene.owner,
      'POST',
      `/images/${String(scene.image.imageId)}/tokens`,
      {},
    );
    const shared = tokenOf((await share(scene)).data.url);
    const link = `https://tintype.test/i/${scene.image.uniqueLink}S.webp`;
    expect(await open(scene, link, { headers: { 'X-Image-Token': shared } })).toBe(4037);
    expect(await open(scene, `https://tintype.test/s/?token=${data.token}`)).toBe(4041);
  });

  it('is a page for a person when it is refused, and the envelope for a program', async () => {
    const scene = await publicImage();
    const { id, url, image_url } = (await share(scene)).data;
    await revokeLink(scene, id);
    for (const address of [url, image_url]) {
      const page = await scene.worker.fetch(pathOf(address), PERSON);
      expect(page.status).toBe(404);
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      const text = await page.text();
      expect(text).toContain('This link was revoked');
      expect(text).toContain(page.headers.get('X-Request-Id') ?? 'no id');
    }
    const refused = await scene.worker.fetch(pathOf(url), { method: 'PUT', body: 'x' });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('Allow')).toBe('GET, HEAD, POST');
    await refused.arrayBuffer();
  });

  it('has a page without script, that other sites cannot frame and search engines do not list', async () => {
    const scene = await publicImage();
    await scene.worker.env.DB.prepare('UPDATE images SET title = ? WHERE id = ?')
      .bind('<b>"quoted" & more</b>', scene.image.imageId)
      .run();
    const page = await scene.worker.fetch(pathOf((await share(scene)).data.url), PERSON);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script');
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    const text = await page.text();
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<b>');
    expect(text).toContain('&lt;b&gt;&quot;quoted&quot; &amp; more&lt;/b&gt;');
    // A preview would show the image to everyone who sees the link pasted.
    expect(text).not.toMatch(/og:|twitter:|oembed/u);
  });
});

describe('the links of an image', () => {
  it('are listed with address, label, end, limit and views, never with a password', async () => {
    const scene = await privateImage();
    const expires_at = '2099-01-01T00:00:00.000Z';
    const made = [
      (await share(scene)).data,
      (await share(scene, { label: 'For Ada', expires_at, max_views: 3, password: 'a word' })).data,
    ];
    expect(made[0]).toMatchObject({
      label: '',
      expires_at: null,
      max_views: null,
      views_taken: null,
    });
    expect(made[1]).toMatchObject({ label: 'For Ada', expires_at, max_views: 3, views_taken: 0 });
    expect(made.map(({ has_password }) => has_password)).toEqual([false, true]);
    expect(await listLinks(scene)).toEqual(made);
    expect(JSON.stringify(made)).not.toMatch(/scrypt|a word/u);
    await revokeLink(scene, made[0]?.id ?? 0);
    expect(await listLinks(scene)).toEqual(made.slice(1));
  });

  it('are at most 50, also when they are made at the same moment', async () => {
    const scene = await publicImage(createTestWorker({ vars: { IMAGE_WRITES_PER_MINUTE: '999' } }));
    const answers = await Promise.all(Array.from({ length: 54 }, () => share(scene)));
    const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(codes).toEqual([...Array<number>(50).fill(0), ...Array<number>(4).fill(3000)]);
    const [first] = await listLinks(scene);
    await revokeLink(scene, first?.id ?? 0);
    expect((await share(scene)).code).toBe(0);
    expect((await share(scene)).code).toBe(3000);
  });

  it('take only sound fields', async () => {
    const scene = await publicImage();
    for (const body of [
      { label: 'x'.repeat(65) },
      { label: 'two\nlines' },
      { expires_at: '2020-01-01T00:00:00Z' },
      { expires_at: 'tomorrow' },
      { max_views: 0 },
      { max_views: 1.5 },
      { max_views: 1_000_001 },
      { password: 'abc' },
      { password: 'x'.repeat(73) },
    ]) {
      expect((await share(scene, body)).code, JSON.stringify(body)).toBe(3000);
    }
    const { id } = (await share(scene, { max_views: 1_000_000, password: null })).data;
    expect((await changeLink(scene, id, { expires_at: '2020-01-01T00:00:00Z' })).code).toBe(3000);
    expect((await changeLink(scene, id, { label: 'new' })).data).toMatchObject({ label: 'new' });
    expect((await changeLink(scene, id + 1, { label: 'new' })).code).toBe(4041);
  });

  it('are the owner’s to make; an administrator may list and revoke them, with an audit entry', async () => {
    const scene = await privateImage();
    const { worker } = scene;
    const { id } = (await share(scene, { label: 'For Ada' })).data;
    const boss: Scene = { ...scene, owner: await registerAdmin(worker) };
    const stranger: Scene = { ...scene, owner: await registerAndLogin(worker) };
    for (const caller of [boss, stranger]) {
      expect((await share(caller)).code).toBe(4031);
      expect((await changeLink(caller, id, { label: 'x' })).code).toBe(4031);
    }
    expect((await revokeLink(stranger, id)).code).toBe(4031);
    expect(await listLinks(boss)).toHaveLength(1);
    expect((await revokeLink(boss, id)).code).toBe(0);
    const entry = await worker.env.DB.prepare(
      "SELECT subject FROM audit_log WHERE action = 'revoke_share_link'",
    ).first();
    expect(entry).toEqual({ subject: `image:${String(scene.image.imageId)}` });
    const other = await publicImage(worker);
    expect((await revokeLink(other, id)).code).toBe(4041);
  });

  it('keep only the hash of a revoked one', async () => {
    const scene = await publicImage();
    const { id } = (await share(scene, { label: 'For Ada', password: 'word' })).data;
    await revokeLink(scene, id);
    const row = await scene.worker.env.DB.prepare(
      'SELECT label, ciphertext, password_hash FROM share_links WHERE id = ?',
    )
      .bind(id)
      .first();
    expect(row).toEqual({ label: '', ciphertext: '', password_hash: null });
  });
});
