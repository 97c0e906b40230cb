import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { issue, privateImage, publicImage, setVisibility } from '../../../support/image-scene.ts';
import { seedPublishedImage, type SeededImage } from '../../../support/images.ts';
import { deleteImageAs } from '../../../support/images-api.ts';
import { callsAt, countInto, type Tally } from '../../../support/instrument.ts';
import { seedLegacyImage } from '../../../support/legacy-images.ts';
import { drawWebp, seedWideImage } from '../../../support/renditions.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { expectFirstLoad } from '../../../support/share-page-size.ts';
import { createTestWorker, TestClock, type TestWorker } from '../../../support/worker.ts';

const TIERS = [
  ['memory', {}],
  ['the edge cache', { MEMORY_CACHE_ENTRY_BYTES: '0' }],
] as const;

const open = async (worker: TestWorker, path: string, headers: Record<string, string> = {}) => {
  const response = await worker.fetch(path, { headers });
  const text = await response.text();
  await worker.settle();
  return { status: response.status, text, headers: response.headers };
};

const newTally = (): Tally => ({ calls: {}, rowsRead: 0, rowsWritten: 0 });

describe.each(TIERS)('the share page of a public image in %s', (_, vars) => {
  it('costs one D1 query when nothing is cached, none afterwards, and never an object', async () => {
    const tally = newTally();
    const worker = createTestWorker({
      vars: { COUNTER_GATHER_MS: '5', ...vars },
      intercept: countInto(tally),
    });
    const image = await seedPublishedImage(worker);
    await worker.fetch('/ready');
    await worker.settle();
    const cold = {
      d1: callsAt(tally, 'DB'),
      r2: callsAt(tally, 'BUCKET'),
      kv: callsAt(tally, 'CACHE'),
    };
    tally.rowsRead = 0;
    for (let view = 0; view < 5; view += 1) {
      expect((await open(worker, `/p/${image.uniqueLink}`)).status).toBe(200);
    }
    expect({
      d1: callsAt(tally, 'DB') - cold.d1,
      r2: callsAt(tally, 'BUCKET') - cold.r2,
      kv: callsAt(tally, 'CACHE') - cold.kv,
    }).toEqual({ d1: 1, r2: 0, kv: 0 });
    expect(tally.rowsRead).toBeLessThanOrEqual(7);
  });

  it('follows an edit, a switch and a deletion at once, in every isolate', async () => {
    const clock = new TestClock();
    const scene = await publicImage(createTestWorker({ clock, vars }));
    const { worker, owner, image } = scene;
    const other = createTestWorker({ clock, vars });
    const path = `/p/${image.uniqueLink}`;
    const look = async () => [await open(worker, path), await open(other, path)];
    for (const { text } of await look()) expect(text).toContain('<h1>photograph.jpg</h1>');
    await call(worker, owner, 'PATCH', `/images/${image.imageId}`, { title: 'Harbour' });
    for (const { text } of await look()) expect(text).toContain('<h1>Harbour</h1>');
    await setVisibility(scene, 'private');
    for (const { status } of await look()) expect(status).toBe(404);
    await setVisibility(scene, 'public');
    for (const { status } of await look()) expect(status).toBe(200);
    await deleteImageAs(worker, owner, image.imageId);
    for (const { status } of await look()) expect(status).toBe(404);
  });

  it('keeps no reader waiting where it was refused, once another isolate has cached it', async () => {
    const clock = new TestClock();
    const scene = await publicImage(createTestWorker({ clock, vars }));
    const other = createTestWorker({ clock, vars });
    const path = `/p/${scene.image.uniqueLink}`;
    await setVisibility(scene, 'private');
    expect((await open(other, path)).status).toBe(404);
    await setVisibility(scene, 'public');
    expect((await open(scene.worker, path)).status).toBe(200);
    const since = clock.now();
    for (let view = 0; view < 3; view += 1) expect((await open(other, path)).status).toBe(200);
    expect(clock.now()).toBe(since);
  });

  it('is in each reader’s language, under each host, however often it is opened', async () => {
    const worker = createTestWorker({ vars });
    const image = await seedPublishedImage(worker);
    const path = `/p/${image.uniqueLink}`;
    for (const [language, word] of [
      ['en', 'Download'],
      ['de-DE,de;q=0.9', 'Herunterladen'],
      ['zh-CN', '下载'],
      ['en', 'Download'],
    ] as const) {
      const { text, headers } = await open(worker, path, { 'Accept-Language': language });
      expect(text).toContain(`>${word}</a>`);
      expectFirstLoad(text);
      expect(headers.get('Vary')).toBe('Accept-Language');
      expect(headers.get('Cache-Control')).toBe('private, max-age=600, must-revalidate');
    }
    for (const host of ['one.example', 'other.example', 'one.example']) {
      const { text } = await open(worker, `https://${host}${path}`);
      expect(text).toContain(`<meta property="og:url" content="https://${host}${path}"`);
    }
  });

  it('follows its owner’s wishes within ten minutes', async () => {
    const { worker, owner, image } = await publicImage(createTestWorker({ vars }));
    const path = `/p/${image.uniqueLink}`;
    expect((await open(worker, path)).text).not.toContain(owner.username);
    await call(worker, owner, 'PATCH', '/user/sharing', { show_name: true, allow_indexing: true });
    expect((await open(worker, path)).headers.get('X-Robots-Tag')).toBe('noindex');
    worker.clock.advance(600_000);
    const { text, headers } = await open(worker, path);
    expect(text).toContain(`By ${owner.username}`);
    expect(text).not.toContain('noindex');
    expect(headers.has('X-Robots-Tag')).toBe(false);
  });
});

describe('views', () => {
  it('are counted by the image of the page, not by the page', async () => {
    const tally: number[] = [];
    const worker = createTestWorker();
    const image = await seedPublishedImage(worker);
    const { counters } = worker.services;
    counters.countView = (imageId) => void tally.push(imageId);
    const { text } = await open(worker, `/p/${image.uniqueLink}`);
    await open(worker, `/p/${image.uniqueLink}`);
    expect(tally).toEqual([]);
    const [, source = ''] = /<img src="([^"]+)"/u.exec(text) ?? [];
    expect((await open(worker, source)).status).toBe(200);
    expect(tally).toEqual([image.imageId]);
  });
});

/** Pipelines write it at publication; seeded images have none. */
const setHash = (worker: TestWorker, { imageId }: Pick<SeededImage, 'imageId'>, hash: string) =>
  worker.env.DB.prepare('UPDATE images SET thumb_hash = ? WHERE id = ?').bind(hash, imageId).run();

const OPAQUE_HASH = 'E5gGFIYDiXdGaHika3YIdmJgRg==';
/** With the bit that says so. */
const TRANSPARENT_HASH = 'E5iGFIYDiXdGaHika3YIdmJgRg==';

describe('the image of a share page', () => {
  it('is preceded by its ThumbHash if it is public and opaque', async () => {
    const worker = createTestWorker();
    const image = await seedPublishedImage(worker);
    await setHash(worker, image, OPAQUE_HASH);
    const { text, headers } = await open(worker, `/p/${image.uniqueLink}`);
    expect(text).toMatch(/<img [^>]*style="[^"]*;background:url\(data:image\/png;base64,[^"]+"/u);
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' data:;");
    const faded = await seedPublishedImage(worker);
    await setHash(worker, faded, TRANSPARENT_HASH);
    expect((await open(worker, `/p/${faded.uniqueLink}`)).text).not.toContain('data:image');
    const older = await open(worker, `/p/${(await seedPublishedImage(worker)).uniqueLink}`);
    expect(older.text).not.toContain('data:image');
    expect(older.headers.get('Content-Security-Policy')).toContain("img-src 'self';");
  });

  it('has no ThumbHash while it is private, not even for its owner', async () => {
    const { worker, owner, image } = await privateImage();
    await setHash(worker, image, OPAQUE_HASH);
    const cookie = { Cookie: owner.headers['Cookie'] ?? '' };
    const { status, text, headers } = await open(worker, `/p/${image.uniqueLink}S`, cookie);
    expect(status).toBe(200);
    expect(text).not.toContain('data:image');
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self';");
  });
});

describe('the share page of a private image', () => {
  it('shows it to the holder of its token, without preview data, and is kept nowhere', async () => {
    const scene = await privateImage();
    const { worker, image } = scene;
    const { token } = (await issue(scene)).data;
    const path = `/p/${image.uniqueLink}S?token=${encodeURIComponent(token)}`;
    const { status, text, headers } = await open(worker, path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/og:|twitter:|oembed|canonical|name="description"/u);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    const [, source = ''] = /<img src="([^"]+)"/u.exec(text) ?? [];
    expect((await open(worker, source)).status).toBe(200);
    const oembed = `/oembed?url=${encodeURIComponent(`https://tintype.test${path}`)}`;
    expect((await open(worker, oembed)).status).toBe(403);
  });

  it('shows it to its owner without links for others, and refuses strangers', async () => {
    const scene = await privateImage();
    const { worker, owner, image } = scene;
    const path = `/p/${image.uniqueLink}S`;
    const { status, text } = await open(worker, path, { Cookie: owner.headers['Cookie'] ?? '' });
    expect(status).toBe(200);
    expect(text).not.toContain('<input');
    for (const refused of [path, `${path}?token=junk`]) {
      expect((await open(worker, refused)).status).toBe(403);
    }
    expect((await open(worker, `/p/${image.uniqueLink}`)).status).toBe(404);
  });

  it.each(['public', 'private'] as const)(
    'of a %s image offers it in smaller widths',
    async (visibility) => {
      const worker = createTestWorker();
      const owner = await registerAndLogin(worker);
      const image = await seedWideImage(worker, {
        userId: owner.userId,
        visibility,
        source: await drawWebp({ width: 1000, height: 500 }),
      });
      const isPublic = visibility === 'public';
      const query = isPublic ? '' : `?token=${(await issue({ worker, owner, image })).data.token}`;
      const link = image.uniqueLink + (isPublic ? '' : 'S');
      const { text } = await open(worker, `/p/${link}${query}`);
      const [, srcset = ''] = / srcset="([^"]+)"/u.exec(text) ?? [];
      const listed = srcset.split(', ').map((one) => one.split(' '));
      expect(listed).toEqual([
        [`/r/640/${link}.webp${query}`, '640w'],
        [`/r/960/${link}.webp${query}`, '960w'],
        [`/i/${link}.webp${query}`, '1000w'],
      ]);
      expect(text).toContain('sizes="min(100vw, 164vh)"');
      for (const [path = ''] of listed) {
        const response = await worker.fetch(path);
        await response.arrayBuffer();
        expect(response.status).toBe(200);
      }
    },
  );

  it('ends with the token', async () => {
    const scene = await privateImage();
    const { token } = (await issue(scene)).data;
    const path = `/p/${scene.image.uniqueLink}S?token=${token}`;
    await issue(scene);
    expect((await open(scene.worker, path)).status).toBe(404);
  });
});

describe('the share page of pipeline 1', () => {
  it('shows the stored WebP, or the original where there is none', async () => {
    const worker = createTestWorker();
    const plain = await seedLegacyImage(worker, { filename: 'a.jpg' });
    expect((await open(worker, `/p/${plain.uniqueLink}`)).text).toContain(
      `<img src="/i/${plain.uniqueLink}"`,
    );
    expect((await open(worker, `/p/${plain.uniqueLink}S`)).status).toBe(404);
  });

  it('of a private image demands its token under the same link, and follows a switch', async () => {
    const worker = createTestWorker();
    const owner = await registerAndLogin(worker);
    const { userId } = owner;
    const image = await seedLegacyImage(worker, { userId, visibility: 'private' });
    const scene = { worker, owner, image: { ...image, bytes: 0 } as never };
    const path = `/p/${image.uniqueLink}`;
    expect((await open(worker, path)).status).toBe(403);
    const { token } = (await issue(scene)).data;
    const { status, text, headers } = await open(worker, `${path}?token=${token}`);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(text).toContain(`<img src="/i/${image.uniqueLink}?token=${token}"`);
    expect(text).not.toContain('og:');
    await setVisibility(scene, 'public');
    expect((await open(worker, path)).text).toContain('og:image');
    await setVisibility(scene, 'private');
    expect((await open(worker, path)).status).toBe(403);
  });
});
