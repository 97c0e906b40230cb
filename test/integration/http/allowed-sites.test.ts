import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/api-call.ts';
import { issue, privateImage, publicImage, type Scene } from '../../support/image-scene.ts';
import { seedLegacyImage } from '../../support/legacy-images.ts';
import { open, share } from '../../support/share-links.ts';
import { createTestWorker } from '../../support/worker.ts';

const FOREIGN = 'https://forum.example.net/thread?id=1';

const allow = ({ worker, owner }: Pick<Scene, 'worker' | 'owner'>, sites: unknown) =>
  call(worker, owner, 'PATCH', '/user/sharing', { allowed_sites: sites });

const view = async (
  { worker }: Pick<Scene, 'worker'>,
  path: string,
  referrer: string | null,
  more: Record<string, string> = {},
) => {
  const headers = { ...more, ...(referrer === null ? {} : { Referer: referrer }) };
  const response = await worker.fetch(path, { headers });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type') === 'application/json';
  const code = isJson ? (JSON.parse(text) as { code: number }).code : 0;
  return { status: response.status, code, headers: response.headers, text };
};

const codeOf = async (scene: Pick<Scene, 'worker'>, path: string, referrer: string | null) =>
  (await view(scene, path, referrer)).code;

let scene: Scene;
let link: string;

beforeEach(async () => {
  scene = await publicImage();
  link = `/i/${scene.image.uniqueLink}.webp`;
});

describe('direct links of an account', () => {
  it('are shown by every site until it lists some', async () => {
    for (const referrer of [null, FOREIGN]) expect(await codeOf(scene, link, referrer)).toBe(0);
    const answer = await view(scene, link, FOREIGN);
    expect(answer.headers.get('Vary')).toBeNull();
  });

  it('are then shown by listed hosts, their subdomains and our own, and without a referrer', async () => {
    await allow(scene, ['example.org', 'blog.example.com']);
    const cases: readonly [referrer: string | null, code: number][] = [
      [null, 0],
      ['', 0],
      ['about:client', 0],
      ['android-app://org.example.reader/', 0],
      ['https://tintype.test/images/7', 0],
      ['https://example.org/', 0],
      ['http://example.org:8080/page', 0],
      ['https://www.EXAMPLE.org/', 0],
      ['https://blog.example.com/', 0],
      [FOREIGN, 4030],
      ['https://example.com/', 4030],
      ['https://notexample.org/', 4030],
      ['https://example.org.evil.net/', 4030],
      ['https://evil.net/?https://example.org/', 4030],
    ];
    for (const [referrer, code] of cases) {
      expect(await codeOf(scene, link, referrer), String(referrer)).toBe(code);
    }
  });

  it('are refused alike from the row, the edge cache and memory, and the refusal is kept nowhere', async () => {
    await allow(scene, []);
    for (let round = 0; round < 4; round += 1) {
      const refused = await view(scene, link, FOREIGN);
      expect(refused).toMatchObject({ status: 403, code: 4030 });
      expect(refused.headers.get('Cache-Control')).toBe('no-store');
      const shown = await view(scene, link, null);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('Vary')).toBe('Referer');
      await scene.worker.settle();
    }
    expect((await view(scene, `/i/${scene.image.uniqueLink}/gallery.webp`, FOREIGN)).code).toBe(
      4030,
    );
    const part = await view(scene, link, FOREIGN, { Range: 'bytes=0-1' });
    expect(part.code).toBe(4030);
  });

  it('pass our own public host, also where a proxy asks for another', async () => {
    const PUBLIC_BASE_URL = 'https://img.example.org';
    const worker = createTestWorker({ vars: { PUBLIC_BASE_URL } });
    const other = await publicImage(worker);
    await allow(other, []);
    const path = `/i/${other.image.uniqueLink}.webp`;
    expect(await codeOf(other, path, `${PUBLIC_BASE_URL}/gallery`)).toBe(0);
    expect(await codeOf(other, path, 'https://tintype.test/gallery')).toBe(0);
    expect(await codeOf(other, path, 'https://example.org/')).toBe(4030);
  });

  it('follow a change of the list within the life of caches, here and in other isolates', async () => {
    const { worker } = scene;
    const isolates = [worker, createTestWorker({ clock: worker.clock })];
    for (const isolate of isolates) await codeOf({ worker: isolate }, link, FOREIGN);
    await allow(scene, []);
    worker.clock.advance(worker.services.config.PUBLIC_CACHE_TTL_MS + 1);
    for (const isolate of isolates)
      expect(await codeOf({ worker: isolate }, link, FOREIGN)).toBe(4030);
    await allow(scene, null);
    worker.clock.advance(worker.services.config.PUBLIC_CACHE_TTL_MS + 1);
    for (const isolate of isolates)
      expect(await codeOf({ worker: isolate }, link, FOREIGN)).toBe(0);
  });

  it('include private images by token and pipeline 1, but no share link', async () => {
    const hidden = await privateImage(scene.worker);
    await allow(hidden, []);
    const { token } = (await issue(hidden)).data;
    const path = `/i/${hidden.image.uniqueLink}S.webp?token=${token}`;
    expect([await codeOf(scene, path, null), await codeOf(scene, path, FOREIGN)]).toEqual([
      0, 4030,
    ]);
    const { userId } = hidden.owner;
    const { uniqueLink } = await seedLegacyImage(scene.worker, { userId });
    expect(await codeOf(scene, `/i/${uniqueLink}`, FOREIGN)).toBe(4030);
    expect(await codeOf(scene, `/i/${uniqueLink}`, null)).toBe(0);
    expect(await codeOf(scene, `/i/${uniqueLink}?w=5`, FOREIGN)).toBe(4030);
    const { image_url } = (await share(hidden)).data;
    expect(await open(hidden, image_url, { headers: { Referer: FOREIGN } })).toBe(0);
  });

  it('count no view that they refuse', async () => {
    await allow(scene, []);
    const counted: number[] = [];
    scene.worker.services.counters.countView = (id) => counted.push(id);
    await codeOf(scene, link, FOREIGN);
    expect(counted).toEqual([]);
    await codeOf(scene, link, null);
    expect(counted).toEqual([scene.image.imageId]);
  });

  it('tell a person that the site is not allowed', async () => {
    await allow(scene, []);
    const page = await view(scene, link, FOREIGN, { Accept: 'text/html' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('Not from this site');
  });
});

describe('the list of sites', () => {
  const list = async () => {
    const { data } = await call(scene.worker, scene.owner, 'GET', '/user/sharing');
    return data['allowed_sites'];
  };

  it('is none at first, takes hosts in any spelling, and stays when it is absent from a change', async () => {
    expect(await list()).toBeNull();
    const answer = await allow(scene, ['Example.ORG', 'bücher.example', '192.0.2.7', 'localhost']);
    const expected = ['example.org', 'xn--bcher-kva.example', '192.0.2.7', 'localhost'];
    expect(answer.data['allowed_sites']).toEqual(expected);
    await call(scene.worker, scene.owner, 'PATCH', '/user/sharing', { show_name: true });
    expect(await list()).toEqual(expected);
    await allow(scene, []);
    expect(await list()).toEqual([]);
    await allow(scene, null);
    expect(await list()).toBeNull();
  });

  it('has hosts alone, at most 50, in 2,000 characters', async () => {
    const named = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${text}${String(index)}.example`);
    for (const sites of [
      ['https://example.org'],
      ['example.org/path'],
      ['example.org:8080'],
      ['*.example.org'],
      ['two words.example'],
      [''],
      ['.'.repeat(300)],
      named(51, 'a'),
      named(50, 'a'.repeat(50)),
      'example.org',
    ]) {
      expect((await allow(scene, sites)).code, JSON.stringify(sites)).toBe(3000);
    }
    expect((await allow(scene, named(50, 'a'))).code).toBe(0);
  });
});
